import { describe, expect, test } from 'vitest';
import { durationMs } from '../../src/domain/units.ts';
import { embedPath } from '../../src/protocol/embeds.ts';
import type { ErrorAnswer } from '../../src/protocol/errors.ts';
import { publicResults } from '../../src/protocol/results.ts';
import { giveCredits } from '../../src/server/storage/ledger.ts';
import { addRacers, createRacer, eventCommand, tap } from '../support/commands.ts';
import { enginesOf } from '../support/database.ts';
import { useLiveRaces } from '../support/live-races.ts';
import type { TestClient } from '../support/running-server.ts';

describe.each(enginesOf('sqlite'))('results for programs on %s', (engine) => {
  const races = useLiveRaces(engine);
  const { newRace, send } = races;

  const ask = (client: TestClient, path: string, headers: Record<string, string> = {}) =>
    fetch(races.server.url + path, { headers: { ...(client.cookie !== '' && { cookie: client.cookie }), ...headers } });
  const nobody = () => races.server.client();
  const setSites = (client: TestClient, eventId: string, origins: readonly unknown[]) =>
    fetch(`${races.server.url}/api/events/${eventId}/embed`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', cookie: client.cookie },
      body: JSON.stringify({ origins }),
    });
  const framesOf = (response: Response) =>
    /frame-ancestors ([^;,]+)/.exec(response.headers.get('content-security-policy') ?? '')?.[1];

  test('[EX10] a viewer reads the results by key, on every site, and gets 304 until they change', async () => {
    const { owner, eventId, racerId, keys } = await newRace();
    const path = `/api/results/${eventId}?key=${keys.viewer}`;
    await send(owner, tap(eventId, 'start', racerId), tap(eventId, 'finish', racerId));
    const first = await ask(nobody(), path);
    expect(first.status).toBe(200);
    expect(first.headers.get('access-control-allow-origin')).toBe('*');
    expect(first.headers.get('access-control-allow-credentials')).toBeNull();
    const results = publicResults.parse(await first.json());
    expect(results.results).toMatchObject([{ racerId, rank: 1, status: 'OK' }]);
    const tag = first.headers.get('etag')!;
    expect(tag).toMatch(/^"[\w-]+"$/);
    for (const known of [tag, `"other", ${tag}`, `W/${tag}`, '*']) {
      const again = await ask(nobody(), path, { 'if-none-match': known });
      expect([again.status, await again.text()], known).toEqual([304, '']);
      expect(again.headers.get('etag')).toBe(tag);
    }
    await send(owner, eventCommand(eventId, { type: 'status.set', racerId, attempt: 1, status: 'DSQ', reason: 'x' }));
    const changed = await ask(nobody(), path, { 'if-none-match': tag });
    expect(changed.status).toBe(200);
    expect(await changed.json()).toMatchObject({ results: [{ status: 'DSQ', rank: null }] });
  });

  test('[RES14] [AP13] results of a large event may be late by a second and say so; names are never late', async () => {
    const { owner, ownerId, eventId, racerId, keys } = await newRace();
    const gift = { userId: ownerId, kind: 'grant', cause: eventId, amount: 2_000, now: 1 } as const;
    await races.server.db.transaction().execute((trx) => giveCredits(trx, gift));
    const racers = Array.from({ length: 410 }, () => createRacer(undefined, 'Dana Quinn'));
    for (let from = 0; from < racers.length; from += 90) {
      const some = racers.slice(from, from + 90);
      const entries = some.map((each) => ({ racerId: each.racerId, name: 'Dana Quinn', groups: [], bib: null }));
      await send(owner, ...some, eventCommand(eventId, { type: 'entries.add', racers: entries }));
    }
    const read = async () => {
      const answer = await ask(nobody(), `/api/results/${eventId}?key=${keys.viewer}`);
      return { age: answer.headers.get('age'), results: publicResults.parse(await answer.json()) };
    };
    const seqNow = async () => (await races.stored(owner, eventId)).seq;
    await send(owner, tap(eventId, 'start', racerId));
    expect(await read()).toMatchObject({ age: null, results: { seq: await seqNow() } });
    await send(owner, tap(eventId, 'finish', racerId));
    const late = await read();
    const isLate = late.results.seq < (await seqNow());
    expect(isLate ? Number(late.age) : 1, 'an answer that is late says so').toBeGreaterThan(0);
    expect(late.age === null, 'and no other').toBe(!isLate);
    await send(owner, eventCommand(eventId, { type: 'event.configure', initialsOnly: true }));
    const hidden = await read();
    expect([hidden.age, JSON.stringify(hidden.results).includes('Quinn')]).toEqual([null, false]);
    expect(hidden.results.seq).toBe(await seqNow());
    await send(owner, eventCommand(eventId, { type: 'entry.remove', racerId }));
    expect(JSON.stringify((await read()).results)).not.toContain(racerId);
    await send(owner, tap(eventId, 'start', racers[0]!.racerId));
    await expect.poll(async () => (await read()).results.seq).toBe(await seqNow());
  });

  test('[EX10] without a key the results are read with a session, on this site alone', async () => {
    const { owner, eventId } = await newRace();
    const mine = await ask(owner, `/api/results/${eventId}`);
    expect([mine.status, mine.headers.get('access-control-allow-origin')]).toEqual([200, null]);
    const theirs = await ask(nobody(), `/api/results/${eventId}`);
    expect([theirs.status, ((await theirs.json()) as ErrorAnswer).error.code]).toEqual([404, 'event-not-found']);
  });

  test('[EX11] viewers get initials where the event shows no names, and admins the names', async () => {
    const { owner, eventId, keys } = await newRace();
    const racer = createRacer(undefined, 'Dana Quinn');
    await send(
      owner,
      racer,
      eventCommand(eventId, {
        type: 'entries.add',
        racers: [{ racerId: racer.racerId, name: 'Dana Quinn', groups: [], bib: '7' }],
      }),
    );
    await send(owner, eventCommand(eventId, { type: 'event.configure', initialsOnly: true }));
    for (const end of ['', '/board.csv']) {
      expect(await (await ask(nobody(), `/api/results/${eventId}${end}?key=${keys.viewer}`)).text()).not.toContain(
        'Quinn',
      );
      expect(await (await ask(owner, `/api/results/${eventId}${end}`)).text()).toContain('Quinn');
    }
  });

  test('[OF7] a viewer reads since when results are official and what was corrected, and of nobody who did it', async () => {
    const { owner, eventId, racerId, keys } = await newRace();
    const start = tap(eventId, 'start', racerId, { at: Date.now() - 100_000 });
    const finish = tap(eventId, 'finish', racerId, { at: Date.now() - 40_000 });
    await send(owner, start, finish);
    const read = async () =>
      publicResults.parse(await (await ask(nobody(), `/api/results/${eventId}?key=${keys.viewer}`)).json());
    expect(await read()).toMatchObject({ official: null, corrections: [] });
    await send(owner, eventCommand(eventId, { type: 'official.set', note: 'Checked by two' }));
    const declared = await read();
    const { publishedMs } = declared.results[0]!;
    expect(declared).toMatchObject({ official: { note: 'Checked by two' }, corrections: [] });
    const penalty = { racerId, attempt: 1, ms: durationMs(5000), reason: 'cut the corner' };
    await send(owner, eventCommand(eventId, { type: 'adjustment.add', ...penalty }));
    const corrected = await read();
    expect(corrected.official).toEqual(declared.official);
    expect(corrected.corrections).toMatchObject([
      { racerId, was: { publishedMs, penaltyMs: 0 }, is: { publishedMs: publishedMs! + 5000, penaltyMs: 5000 } },
    ]);
    expect(Object.keys(corrected.corrections[0]!).toSorted()).toEqual([
      'at',
      'attempt',
      'is',
      'name',
      'racerId',
      'was',
      'wasCategory',
      'wasName',
    ]);
    const stored = await ask(nobody(), `/api/events/${eventId}?key=${keys.viewer}`);
    expect(await stored.text()).not.toMatch(/cut the corner/);
    await send(owner, eventCommand(eventId, { type: 'official.set', note: null }));
    expect(await read()).toMatchObject({ official: null, corrections: [] });
  });

  test('[OF2] a viewer reads the course and the conditions', async () => {
    const { owner, eventId, keys } = await newRace();
    const read = async () =>
      publicResults.parse(await (await ask(nobody(), `/api/results/${eventId}?key=${keys.viewer}`)).json());
    expect(await read()).toMatchObject({ course: null, conditions: null });
    const said = { course: { name: 'Mill Lane', meters: 16_093.44 }, conditions: 'Wind from the west' };
    await send(owner, eventCommand(eventId, { type: 'format.set', format: said }));
    expect(await read()).toMatchObject(said);
  });

  test('[EX12] board.csv has the latest finisher in its first row, and an empty one before anybody is back', async () => {
    const { owner, eventId, racerId, keys } = await newRace();
    const second = createRacer(undefined, '=cmd|x');
    await send(owner, second, addRacers(eventId, second.racerId));
    const read = async () =>
      (await (await ask(nobody(), `/api/results/${eventId}/board.csv?key=${keys.viewer}`)).text()).trim().split('\r\n');
    expect((await read())[1]).toBe('latest,,,,,,,,,,,,,,,,');
    await send(owner, tap(eventId, 'start', racerId), tap(eventId, 'finish', racerId));
    const [titles, latest, leader] = await read();
    expect(titles).toBe(
      'Line,Rank,Bib,Name,Category,Category Rank,Club,Team,Groups,Time,Gap,Penalty,Status,Adjusted,Actual Rank,Ranked By,To Check',
    );
    expect(latest).toMatch(/^latest,1,,[^,]+,,,,,,\d+:\d\d\.\d\d,00:00\.00,,finished,,1,actual times,$/);
    expect(leader).toBe(latest!.replace('latest', '1'));
  });

  test('[EX14] the board is framed by the sites that the owner names, and by no other', async () => {
    const { owner, eventId, keys } = await newRace();
    const page = () => ask(nobody(), embedPath(eventId, keys.viewer));
    expect(framesOf(await page())).toBe("'none'");
    expect((await setSites(owner, eventId, ['https://club.example', 'http://localhost:8080'])).status).toBe(200);
    const framed = await page();
    expect(framesOf(framed)).toBe('https://club.example http://localhost:8080');
    expect(await framed.text()).toContain('"resultsPath":');
    for (const path of [
      '/landing',
      `/timer?eventId=${eventId}&guestViewerKey=${keys.viewer}`,
      embedPath(eventId, 'guessed1'),
    ]) {
      expect(framesOf(await ask(nobody(), path)), path).toBe("'none'");
    }
    expect(await (await ask(nobody(), embedPath(eventId, 'guessed1'))).text()).not.toContain(eventId);
    expect((await setSites(owner, eventId, [])).status).toBe(200);
    expect(framesOf(await page())).toBe("'none'");
  });

  test('[EX13] what is no site is refused, and changes nothing', async () => {
    const { owner, eventId, keys } = await newRace();
    await setSites(owner, eventId, ['https://club.example']);
    const codeOf = async (response: Response) => ((await response.json()) as ErrorAnswer).error.code;
    for (const wrong of [
      '*',
      'https://*.example',
      'https://club.example/page',
      'https://club.example;script-src *',
      "https://club.example 'self'",
      'javascript:alert(1)',
      'https://Club.example',
      'data:',
      '',
      7,
    ]) {
      expect((await setSites(owner, eventId, [wrong])).status, String(wrong)).toBe(400);
    }
    const many = Array.from({ length: 21 }, (_, index) => `https://site${index}.example`);
    expect(await codeOf(await setSites(owner, eventId, many))).toBe('embed-origin-invalid');
    expect(await codeOf(await setSites(owner, eventId, ['ftp://club.example']))).toBe('embed-origin-invalid');
    expect(framesOf(await ask(nobody(), embedPath(eventId, keys.viewer)))).toBe('https://club.example');
  });

  test('[EX15] a deleted event has no results, no board and no sites to name; its sites go with its rows', async () => {
    const { owner, eventId, keys } = await newRace();
    await setSites(owner, eventId, ['https://club.example']);
    await send(owner, eventCommand(eventId, { type: 'event.delete' }));
    expect((await ask(nobody(), `/api/results/${eventId}?key=${keys.viewer}`)).status).toBe(404);
    expect(framesOf(await ask(nobody(), embedPath(eventId, keys.viewer)))).toBe("'none'");
    expect((await setSites(owner, eventId, ['https://other.example'])).status).toBe(404);
    const rows = () => races.server.db.selectFrom('embeds').selectAll().where('eventId', '=', eventId).execute();
    expect(await rows()).toHaveLength(1);
    await races.server.db.deleteFrom('events').where('id', '=', eventId).execute();
    expect(await rows()).toEqual([]);
  });
});
