import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { durationMs, epochMs } from '../../src/domain/units.ts';
import type { RaceFormat } from '../../src/domain/model/race-format.ts';
import { plainSeries } from '../../src/domain/series/rules.ts';
import type { ErrorAnswer } from '../../src/protocol/errors.ts';
import { publicResults } from '../../src/protocol/results.ts';
import { SCHEMA_HEADER } from '../../src/protocol/schema-version.ts';
import { listedSeries, seriesAnswer } from '../../src/protocol/series.ts';
import { SERIES_KEY_HEADER, seriesPath, seriesPaths } from '../../src/protocol/series-paths.ts';
import { type ListedEvents, listedEvents, startList } from '../../src/protocol/api-reads.ts';
import { type MadeToken, type Scope, scopes, tokenCalls, type TokenList } from '../../src/protocol/api-tokens.ts';
import type { CommandAnswers } from '../../src/protocol/commands.ts';
import { api } from '../../src/protocol/routes.ts';
import { runPaths } from '../../src/telemetry/protocol/runs.ts';
import { operations } from '../support/all-operations.ts';
import { codeIn, makeToken, programOf } from '../support/api-programs.ts';
import { addRacers, batchOf, createEvent, createRacer, eventCommand, tap } from '../support/commands.ts';
import { enginesOf } from '../support/database.ts';
import { arrive, arriveConfirmed, PASSWORD } from '../support/people.ts';
import { newRace } from '../support/races.ts';
import { startTestServer, type TestServer } from '../support/running-server.ts';
import { MAX_TOKENS } from '../../src/protocol/limits.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

describe.each(enginesOf('postgres'))('tokens on %s', (engine) => {
  let server: TestServer;
  let now = epochMs(Date.now());
  const listPath = (eventId: string) => api.startList.replace(':eventId', eventId);

  beforeAll(async () => {
    server = await startTestServer(engine, { clock: { now: () => now } });
  });
  afterAll(() => server.stop());

  test('[AP1] a token is shown once, stored as a hash, and listed by its first characters and its last use', async () => {
    const { client } = await arriveConfirmed(server);
    const token = await makeToken(client, ['events:read'], 'Laptop');
    const rows = await server.db.selectFrom('apiTokens').selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain(token);
    const list = async () => ((await (await client.get(api.tokens)).json()) as TokenList).tokens;
    expect(await list()).toEqual([
      expect.objectContaining({ name: 'Laptop', scopes: ['events:read'], lastUsedAt: null, expiresAt: now + 30 * DAY }),
    ]);
    const [listed] = await list();
    expect(token.startsWith(listed!.prefix)).toBe(true);
    expect(listed!.prefix.length).toBeLessThan(20);
    await programOf(server, token).get(api.eventList);
    const firstUse = now;
    now = epochMs(now + HOUR / 2);
    await programOf(server, token).get(api.eventList);
    expect((await list())[0]!.lastUsedAt).toBe(firstUse);
    now = epochMs(now + HOUR);
    await programOf(server, token).get(api.eventList);
    expect((await list())[0]!.lastUsedAt).toBe(now);
  });

  test('[AP2] a token needs the scope of the call, and each command the scope of its kind', async () => {
    const { client } = await arriveConfirmed(server);
    const { eventId, racerId } = await newRace(client);
    const reader = programOf(server, await makeToken(client, ['events:read']));
    const timer = programOf(server, await makeToken(client, ['taps:write']));
    expect((await reader.get(listPath(eventId))).status).toBe(200);
    expect(codeIn(await timer.get(listPath(eventId)))).toBe('token-scope-missing');
    expect(codeIn(await reader.get(api.results.replace(':eventId', eventId)))).toBe('token-scope-missing');
    expect(codeIn(await reader.post(api.commands, batchOf(tap(eventId, 'start', racerId))))).toBe(
      'token-scope-missing',
    );
    const commands = [
      tap(eventId, 'start', racerId),
      addRacers(eventId, randomUUID()),
      eventCommand(eventId, { type: 'event.delete' }),
      eventCommand(eventId, { type: 'keys.rotate', which: 'admin' }),
      createEvent(),
    ];
    const { answers } = (await timer.post(api.commands, batchOf(...commands))).body as CommandAnswers;
    expect(answers.map((answer) => (answer.status === 'refused' ? answer.code : answer.status))).toEqual([
      'accepted',
      ...Array<string>(4).fill('token-scope-missing'),
    ]);
  });

  test('[AP3] an expired, withdrawn or unknown token opens nothing, and neither does one of a changed password', async () => {
    const { client } = await arriveConfirmed(server);
    const program = programOf(server, await makeToken(client, ['events:read']));
    const other = programOf(server, await makeToken(client, ['events:read']));
    const { tokens } = (await (await client.get(api.tokens)).json()) as TokenList;
    expect((await program.get(api.eventList)).status).toBe(200);
    const { id } = tokens.find(({ prefix }) => program.token.startsWith(prefix))!;
    expect((await client.post<TokenList>(api.withdrawToken, { id })).body.tokens).toHaveLength(1);
    expect(codeIn(await program.get(api.eventList))).toBe('token-invalid');
    expect(codeIn(await programOf(server, 'pushoff_nothing').get(api.eventList))).toBe('token-invalid');
    for (const other of ['', 'eyJhbGciOi.of.a-proxy', `x${program.token}`]) {
      expect(codeIn(await programOf(server, other).get(api.eventList)), other).toBe('unauthenticated');
    }
    const behindProxy = programOf(server, 'eyJhbGciOi.of.a-proxy', { cookie: client.cookie });
    expect((await behindProxy.get(api.eventList)).status).toBe(200);
    now = epochMs(now + 30 * DAY);
    expect(codeIn(await other.get(api.eventList))).toBe('token-expired');

    const { client: again } = await arriveConfirmed(server);
    const third = programOf(server, await makeToken(again, ['events:read']));
    const passwords = { currentPassword: PASSWORD, newPassword: `${PASSWORD}!` };
    expect((await again.post(api.changePassword, passwords)).status).toBe(200);
    expect(codeIn(await third.get(api.eventList))).toBe('token-invalid');
  });

  test('[AP4] a token with every scope is refused by every call that the table does not name', async () => {
    const { client } = await arriveConfirmed(server);
    const token = await makeToken(client, scopes);
    const isOpen = ({ method, path }: { readonly method: string; readonly path: string }) =>
      tokenCalls.some((call) => call.method === method && call.path === path);
    const closed = operations.filter((call) => !isOpen(call));
    expect(closed.length).toBeGreaterThan(40);
    for (const { method, path } of closed) {
      const response = await fetch(server.url + path.replace(/:\w+/, randomUUID()), {
        method: method.toUpperCase(),
        // The session is not looked at either.
        headers: { authorization: `Bearer ${token}`, cookie: client.cookie, 'content-type': 'application/json' },
        ...(['post', 'put', 'patch'].includes(method) && { body: '{}' }),
      });
      expect(response.status, `${method} ${path}`).toBe(403);
      if (method !== 'head') expect(codeIn({ body: await response.json() }), path).toBe('token-not-accepted');
    }
    expect(tokenCalls.filter(({ path }) => Object.values<string>(runPaths).includes(path))).toEqual([]);
    const program = programOf(server, token);
    for (const path of ['/api/nothing', '/api/events/1/2/3', '/api/results', '/nothing', '/operator', '/assets/x.js']) {
      expect(await program.get(path), path).toMatchObject({ status: 404, body: { error: { code: 'not-found' } } });
    }
    expect(codeIn(await program.get('/account')), 'a page').toBe('token-not-accepted');
  });

  test('[AP5] a request with a token needs no origin, and a session does not help it; one with a cookie still needs it', async () => {
    const { client } = await arriveConfirmed(server);
    const { eventId, racerId } = await newRace(client);
    const foreign = { origin: 'https://elsewhere.example', 'sec-fetch-site': 'cross-site' };
    const token = await makeToken(client, ['taps:write']);
    const sent = await programOf(server, token, foreign).post(api.commands, batchOf(tap(eventId, 'start', racerId)));
    expect((sent.body as CommandAnswers).answers[0]!.status).toBe('accepted');
    const withCookie = await client.post(api.commands, batchOf(tap(eventId, 'start', racerId)), foreign);
    expect(codeIn(withCookie)).toBe('origin-refused');
    const wrong = programOf(server, 'pushoff_wrong', { cookie: client.cookie });
    expect(codeIn(await wrong.get(api.eventList))).toBe('token-invalid');
  });

  test('[AP6] a token has the rights of its account: other events do not exist for it, and keys help it in nothing', async () => {
    const { client: owner } = await arriveConfirmed(server);
    const { client: stranger } = await arriveConfirmed(server);
    const { eventId, racerId, keys } = await newRace(owner);
    const program = programOf(server, await makeToken(stranger, scopes));
    expect(codeIn(await program.get(listPath(eventId)))).toBe('event-not-found');
    const batch = { ...batchOf(tap(eventId, 'start', racerId)), keys: { [eventId]: keys.admin } };
    const { answers } = (await program.post(api.commands, batch)).body as CommandAnswers;
    expect(answers[0]).toMatchObject({ status: 'refused', code: 'event-not-found' });
    expect(((await program.get(api.eventList)).body as ListedEvents).events).toEqual([]);
  });

  test('[AP7] an address with many wrong tokens is told to wait, and a right one from there goes on', async () => {
    const { client } = await arriveConfirmed(server);
    const good = programOf(server, await makeToken(client, ['events:read']));
    const codes = new Set<string | undefined>();
    for (let index = 0; index < 80; index += 1) {
      codes.add(codeIn(await programOf(server, `pushoff_${index}`).get(api.eventList)));
    }
    expect([...codes]).toEqual(['token-invalid', 'too-many-requests']);
    expect((await good.get(api.eventList)).status).toBe(200);
    now = epochMs(now + HOUR);
    expect(codeIn(await programOf(server, 'pushoff_late').get(api.eventList))).toBe('token-invalid');
  });

  test('[AP8] requests of a token are limited by the token', async () => {
    const { client } = await arriveConfirmed(server);
    const [one, two] = [await makeToken(client, ['events:read']), await makeToken(client, ['events:read'])];
    const ask = async (token: string) => codeIn(await programOf(server, token).get(api.eventList));
    const codes = new Set<string | undefined>();
    for (let index = 0; index < 7; index += 1) {
      for (const code of await Promise.all(Array.from({ length: 50 }, () => ask(one)))) codes.add(code);
    }
    expect(codes).toContain('too-many-requests');
    expect(await ask(two)).toBeUndefined();
    now = epochMs(now + HOUR);
    expect(await ask(one)).toBeUndefined();
  });

  test('[AP9] tokens are for accounts with a confirmed address, and an account has twenty at most', async () => {
    const { client: unconfirmed } = await arrive(server);
    const wanted = { name: 'Box', scopes: ['events:read'], days: 7 };
    expect(codeIn(await unconfirmed.post(api.createToken, wanted))).toBe('address-not-confirmed');
    const { client } = await arriveConfirmed(server);
    for (const bad of [
      { ...wanted, scopes: [] },
      { ...wanted, scopes: ['money:spend'] },
      { ...wanted, days: 9999 },
      { ...wanted, name: ' ' },
      { ...wanted, name: 'two\nlines' },
    ]) {
      expect((await client.post(api.createToken, bad)).status, JSON.stringify(bad)).toBe(400);
    }
    const made = await Promise.all(
      Array.from({ length: MAX_TOKENS + 2 }, () => client.post<MadeToken>(api.createToken, wanted)),
    );
    expect(made.filter(({ status }) => status === 200)).toHaveLength(MAX_TOKENS);
    expect(made.filter((answer) => codeIn(answer) === 'too-many-tokens')).toHaveLength(2);
    now = epochMs(now + 7 * DAY);
    const afterwards = await client.post<MadeToken>(api.createToken, wanted);
    expect(afterwards.status, 'ended tokens make room').toBe(200);
  });

  test('[AP10] a program writes a start list and sends taps of its own clock, each once however often it is sent', async () => {
    const { client } = await arriveConfirmed(server);
    const { eventId } = await newRace(client);
    const program = programOf(server, await makeToken(client, ['events:read', 'entries:write', 'taps:write']));
    const [one, two] = [randomUUID(), randomUUID()];
    const slots = [two, one].map((racerId, index) => ({
      racerId,
      order: index + 1,
      at: epochMs(now + index * 60_000),
    }));
    const entries = batchOf(
      createRacer(one, 'Ada Swift'),
      createRacer(two, 'Ben Quick'),
      addRacers(eventId, one, two),
      eventCommand(eventId, { type: 'bibs.set', bibs: [{ racerId: one, bib: '7' }] }),
      eventCommand(eventId, { type: 'schedule.set', slots }),
    );
    const statuses = async (batch: unknown) =>
      ((await program.post(api.commands, batch)).body as CommandAnswers).answers.map(({ status }) => status);
    expect(await statuses(entries)).toEqual(Array(5).fill('accepted'));
    expect(listedEvents.parse((await program.get(api.eventList)).body).events).toEqual([
      expect.objectContaining({ eventId, isOwner: true, racers: 3 }),
    ]);
    const list = startList.parse((await program.get(listPath(eventId))).body);
    expect(list.racers.slice(0, 2).map(({ racerId, bib, startAt }) => [racerId, bib, startAt])).toEqual([
      [two, null, now],
      [one, '7', now + 60_000],
    ]);

    // The box's clock is an hour behind; its observation says so.
    const wall = now - HOUR;
    const reading = (at: number) => ({ wall: wall + at, monotonic: 5000 + at, origin: wall - 5000 });
    const at = { ...tap(eventId, 'start', one), captured: reading(1000) };
    const finish = { ...tap(eventId, 'finish', one), captured: reading(61_500) };
    const observations = [{ reading: reading(0), common: now, uncertainty: 5 }];
    const batch = { ...batchOf(at, finish), observations };
    now = epochMs(now + 70_000);
    expect(await statuses(batch)).toEqual(['accepted', 'accepted']);
    expect(await statuses(batch)).toEqual(['accepted', 'accepted']);
    const row = await server.db.selectFrom('results').selectAll().where('racerId', '=', one).executeTakeFirstOrThrow();
    expect(row).toMatchObject({ startAt: now - 69_000, grossMs: 60_500 });
    const taps = await server.db.selectFrom('changes').select('body').where('eventId', '=', eventId).execute();
    expect(taps.filter(({ body }) => body.includes('"tap-recorded"'))).toHaveLength(2);
  });

  test('[AP14] a timing program says who did not finish, and gives penalties, where its token lets it', async () => {
    const { client } = await arriveConfirmed(server);
    const { eventId, racerId } = await newRace(client);
    const rule = (type: 'status.set' | 'adjustment.add') =>
      type === 'status.set'
        ? eventCommand(eventId, { type, racerId, attempt: 1, status: 'DNF', reason: 'puncture' })
        : eventCommand(eventId, { type, racerId, attempt: 1, ms: durationMs(5_000), reason: 'gate' });
    const codesFor = async (scope: Scope) => {
      const program = programOf(server, await makeToken(client, [scope]));
      const sent = await program.post(api.commands, batchOf(rule('status.set'), rule('adjustment.add')));
      return (sent.body as CommandAnswers).answers.map((each) => (each.status === 'refused' ? each.code : each.status));
    };
    expect(await codesFor('taps:write')).toEqual(['token-scope-missing', 'token-scope-missing']);
    expect(await codesFor('statuses:write')).toEqual(['accepted', 'token-scope-missing']);
    expect(await codesFor('penalties:write')).toEqual(['token-scope-missing', 'accepted']);
    const results = programOf(server, await makeToken(client, ['results:read']));
    const { body } = await results.get(api.results.replace(':eventId', eventId));
    expect(publicResults.parse(body).results).toMatchObject([{ racerId, status: 'DNF', penaltyMs: 5_000 }]);
  });

  test('[AP15] lists of events come in pages that miss none, with the day of each race', async () => {
    const { client } = await arriveConfirmed(server);
    const races: Awaited<ReturnType<typeof newRace>>[] = [];
    for (let index = 0; index < 5; index += 1) races.push(await newRace(client));
    // 23:30 in Zurich and 22:30 in London are the same day, 00:30 in Zurich is not.
    const at = Date.UTC(2027, 4, 30, 22, 30);
    now = epochMs(at + DAY);
    await client.post(api.commands, batchOf(tap(races[1]!.eventId, 'start', races[1]!.racerId, { at })));
    await client.post(api.commands, batchOf(eventCommand(races[2]!.eventId, { type: 'event.delete' })));
    const program = programOf(server, await makeToken(client, ['events:read']));
    const whole = listedEvents.parse((await program.get(api.eventList)).body);
    expect(whole.next).toBeNull();
    const { timeZone } = whole.events[0]!;
    expect(whole.events.find(({ eventId }) => eventId === races[1]!.eventId)).toMatchObject({
      startedAt: at,
      date: new Intl.DateTimeFormat('sv-SE', { timeZone }).format(at),
    });
    expect(whole.events.find(({ eventId }) => eventId === races[0]!.eventId)).toMatchObject({
      startedAt: null,
      date: null,
    });
    const seen: string[] = [];
    let next: string | null = '';
    for (let page = 0; next !== null && page < 9; page += 1) {
      const query: string = next === '' ? '?limit=3' : `?limit=3&after=${next}`;
      const answer = listedEvents.parse((await program.get(api.eventList + query)).body);
      expect(answer.events.length).toBeLessThanOrEqual(3);
      seen.push(...answer.events.map(({ eventId }) => eventId));
      ({ next } = answer);
    }
    expect(seen).toEqual(whole.events.map(({ eventId }) => eventId));
    expect(seen).toHaveLength(4);
    for (const query of ['limit=0', 'limit=1001', 'limit=x', 'after=x', 'after=1.1', 'limit=1e3']) {
      const { status, body } = await program.get(`${api.eventList}?${query}`);
      expect([status, (body as ErrorAnswer).errors?.[0]?.parameter], query).toEqual([400, query.split('=')[0]]);
    }
  });

  test('[AP16] start lists have category, club and the like: all for admins, for viewers what the owner shows', async () => {
    const { client } = await arriveConfirmed(server);
    const { eventId, racerId, keys } = await newRace(client);
    const details = { born: 1984, gender: 'F', class: 'Elite', club: 'Wheelers', team: 'Red' } as const;
    const women = { name: 'Women', group: null, gender: 'F', class: null, ages: null } as const;
    const format = (shows: RaceFormat['shows']) => eventCommand(eventId, { type: 'format.set', format: { shows } });
    await client.post(
      api.commands,
      batchOf(
        eventCommand(eventId, { type: 'format.set', format: { categories: [women] } }),
        eventCommand(eventId, { type: 'details.set', given: [{ racerId, details }] }),
      ),
    );
    const program = programOf(server, await makeToken(client, ['events:read']));
    const read = async (answer: { readonly body: unknown }) => startList.parse(answer.body).racers;
    const told = { category: 'Women', ...details };
    expect(await read(await program.get(listPath(eventId)))).toMatchObject([told]);
    const viewer = async () => {
      const answer = await server.client().get(`${listPath(eventId)}?key=${keys.viewer}`);
      return read({ body: await answer.json() });
    };
    const hidden = { category: null, class: null, club: null, team: null, gender: null, born: null };
    expect(await viewer()).toMatchObject([hidden]);
    await client.post(api.commands, batchOf(format(['category', 'club'])));
    expect(await viewer()).toMatchObject([{ ...hidden, category: 'Women', club: 'Wheelers' }]);
    await client.post(api.commands, batchOf(format([])));
    expect(await viewer()).toMatchObject([hidden]);
  });

  test('[AP17] results say which race they are of, and by which rules', async () => {
    const { client } = await arriveConfirmed(server);
    const { eventId, racerId } = await newRace(client);
    const precision = { unit: durationMs(1000), direction: 'up' } as const;
    const at = Date.UTC(2027, 4, 30, 12);
    now = epochMs(at + DAY);
    const program = programOf(server, await makeToken(client, ['results:read']));
    const read = async () =>
      publicResults.parse((await program.get(api.results.replace(':eventId', eventId))).body).event;
    const plain = { precision: { unitMs: 10, direction: 'down' }, attempts: { count: 1, counts: 'best' } };
    expect(await read()).toMatchObject({ startedAt: null, date: null, points: [], rules: plain });
    const settings = { points: [{ line: 'half', name: 'Half way' }] };
    await client.post(
      api.commands,
      batchOf(
        eventCommand(eventId, { type: 'event.rename', name: 'Hill climb' }),
        eventCommand(eventId, { type: 'precision.set', precision }),
        eventCommand(eventId, { type: 'race.configure', settings }),
        eventCommand(eventId, { type: 'format.set', format: { handicap: 'time' } }),
        tap(eventId, 'start', racerId, { at }),
      ),
    );
    expect(await read()).toEqual({
      name: 'Hill climb',
      timeZone: expect.any(String),
      startedAt: at,
      date: '2027-05-30',
      points: [{ line: 'half', name: 'Half way' }],
      rules: {
        precision: { unitMs: 1000, direction: 'up' },
        attempts: { count: 1, counts: 'best' },
        handicap: 'time',
        ties: 'shared',
      },
    });
  });

  test('[AP18] a program reads a season: the series of its account with their standings, and no keys', async () => {
    const { client } = await arriveConfirmed(server);
    const { client: other } = await arriveConfirmed(server);
    const { eventId, racerId } = await newRace(client);
    const ride = [tap(eventId, 'start', racerId, { at: now - 60_000 }), tap(eventId, 'finish', racerId, { at: now })];
    await client.post(api.commands, batchOf(...ride, eventCommand(eventId, { type: 'group.share' })));
    const document = { name: 'League', rules: plainSeries, eventIds: [eventId], helpers: [] };
    const seriesId = randomUUID();
    const path = seriesPath(seriesId);
    const headers = { cookie: client.cookie, 'content-type': 'application/json' };
    const body = JSON.stringify({ version: 0, document });
    expect((await fetch(server.url + path, { method: 'PUT', headers, body })).status).toBe(200);
    const link = await client.post<{ linkKey: string }>(`${path}/link`, { isOn: true });
    const program = programOf(server, await makeToken(client, ['series:read']));
    const { series } = listedSeries.parse((await program.get(seriesPaths.list)).body);
    expect(series).toMatchObject([{ id: seriesId, name: 'League', events: 1 }]);
    const read = await program.get(path);
    const { standings, events } = seriesAnswer.parse(read.body);
    expect(standings).toMatchObject([{ category: null, rows: [{ racerId, rank: 1, total: 100 }] }]);
    expect(events).toMatchObject([{ id: eventId, viewerKey: null }]);
    expect(JSON.stringify(read.body)).not.toContain(link.body.linkKey);
    expect(read.body).not.toHaveProperty('own');
    const stranger = programOf(server, await makeToken(other, scopes), { [SERIES_KEY_HEADER]: link.body.linkKey });
    expect(codeIn(await stranger.get(path))).toBe('series-not-found');
    const csv = seriesPaths.csv.replace(':seriesId', seriesId);
    const authorization = `Bearer ${program.token}`;
    const rows = await fetch(server.url + csv, { headers: { authorization } });
    expect(rows.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(await rows.text()).toBe(
      `Category,Rank,Racer,${events[0]!.name},Total\r\nOverall,1,${standings[0]!.rows[0]!.name},100,100\r\n`,
    );
    const again = { headers: { authorization, 'if-none-match': rows.headers.get('etag')! } };
    expect((await fetch(server.url + csv, again)).status).toBe(304);
    expect(codeIn(await stranger.get(csv))).toBe('series-not-found');
    const without = programOf(server, await makeToken(client, ['results:read']));
    for (const each of [path, csv]) expect(codeIn(await without.get(each))).toBe('token-scope-missing');
  });

  test('[AP19] a program reads an event without saying a schema, and gets neither keys nor addresses', async () => {
    const { client } = await arriveConfirmed(server);
    const { eventId, racerId, keys } = await newRace(client);
    const invite = eventCommand(eventId, { type: 'admin.invite', email: 'coach.secret@example.org' });
    const point = { line: 'half', name: 'Half way' };
    await client.post(
      api.commands,
      batchOf(invite, eventCommand(eventId, { type: 'race.configure', settings: { points: [point] } })),
    );
    const path = api.event.replace(':eventId', eventId);
    const page = await fetch(server.url + path, { headers: { cookie: client.cookie } });
    const old = (await page.json()) as ErrorAnswer;
    expect([old.error.code, old.errors?.[0]?.parameter]).toEqual(['client-outdated', SCHEMA_HEADER]);
    const { status, body } = await programOf(server, await makeToken(client, ['events:read'])).get(path);
    expect(status).toBe(200);
    expect(body).toMatchObject({ event: { id: eventId, entries: { [racerId]: { racerId } } } });
    const text = JSON.stringify(body);
    for (const secret of [keys.admin, keys.viewer, 'coach.secret']) expect(text).not.toContain(secret);
  });

  test('one token in fifty programs at once: each gets its own answer or is told to wait, and no more than the limit', async () => {
    const { client } = await arriveConfirmed(server);
    const { eventId, racerId } = await newRace(client);
    const token = await makeToken(client, ['taps:write', 'events:read']);
    const boxes = Array.from({ length: 50 }, () => programOf(server, token));
    const sent = boxes.map(() => Array.from({ length: 10 }, () => tap(eventId, 'finish', racerId)));
    const answers = await Promise.all(
      boxes.flatMap((box, index) => sent[index]!.map((each) => box.post(api.commands, batchOf(each)))),
    );
    const taken = answers
      .filter(({ status }) => status === 200)
      .map(({ body }) => (body as CommandAnswers).answers[0]!);
    const waiting = answers.filter((answer) => codeIn(answer) === 'too-many-requests');
    expect(taken.length + waiting.length).toBe(500);
    expect(taken.length).toBe(300);
    expect(new Set(taken.map(({ status }) => status))).toEqual(new Set(['accepted']));
    expect(new Set(taken.map(({ id }) => id)).size).toBe(300);
    const rows = await server.db.selectFrom('changes').select('body').where('eventId', '=', eventId).execute();
    expect(rows.filter(({ body }) => body.includes('"tap-recorded"'))).toHaveLength(300);
  });

  test('[AP11] with its account, a token and its hash are gone', async () => {
    const { client } = await arriveConfirmed(server);
    const program = programOf(server, await makeToken(client, ['events:read']));
    const rows = () => server.db.selectFrom('apiTokens').select('id').where('prefix', '=', program.token.slice(0, 14));
    expect(await rows().execute()).toHaveLength(1);
    expect((await client.post(api.deleteAccount, { password: PASSWORD })).status).toBe(200);
    expect(await rows().execute()).toEqual([]);
    expect(codeIn(await program.get(api.eventList))).toBe('token-invalid');
  });
});
