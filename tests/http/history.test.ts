import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { epochMs } from '../../src/domain/units.ts';
import { type BestsAnswer, HISTORY_KEY_HEADER, type HistoryAnswer, historyPath } from '../../src/protocol/history.ts';
import { MAX_HISTORY_RESULTS } from '../../src/protocol/limits.ts';
import { api } from '../../src/protocol/routes.ts';
import type { ScreenKind } from '../../src/protocol/screen-address.ts';
import type { EventScreen } from '../../src/protocol/screens.ts';
import { createEvent, createRacer, eventCommand, racerCommand, tap } from '../support/commands.ts';
import { engines } from '../support/database.ts';
import { arrive, PASSWORD } from '../support/people.ts';
import { startTestServer, type TestClient, type TestServer } from '../support/running-server.ts';
import { sendAccepted } from '../support/send-accepted.ts';

const DAY = 86_400_000;
const NOW = Date.now() - DAY;
const hill = { name: 'Castle Hill', meters: 16_090 };

describe.each(engines)('history on %s', (engine) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer(engine);
  });
  afterAll(() => server.stop());

  /** A race of the racer, so many days ago. */
  async function race(
    client: TestClient,
    racer: { readonly racerId: string; readonly name: string },
    { daysAgo, seconds, course = hill }: { daysAgo: number; seconds: number | null; course?: typeof hill | null },
  ) {
    const eventId = randomUUID();
    const at = NOW - daysAgo * DAY;
    await sendAccepted(
      client,
      createEvent(eventId, `${daysAgo} days ago`),
      eventCommand(eventId, { type: 'entries.add', racers: [{ ...racer, groups: [], bib: null }] }),
      ...(course === null
        ? []
        : [eventCommand(eventId, { type: 'format.set', format: { course, conditions: 'Wet' } })]),
      tap(eventId, 'start', racer.racerId, { at }),
    );
    const finish = tap(eventId, 'finish', racer.racerId, { at: at + (seconds ?? 0) * 1000 });
    if (seconds !== null) await sendAccepted(client, finish);
    return { eventId, finishId: finish.id, at };
  }
  async function newRacer(name = 'Ada Swift') {
    const { client } = await arrive(server);
    const racer = { racerId: randomUUID(), name };
    await sendAccepted(client, createRacer(racer.racerId, racer.name));
    return { client, racer };
  }
  async function read(client: TestClient, racerId: string, key?: string) {
    const reply = await fetch(new URL(historyPath(racerId), server.url), {
      headers: { cookie: client.cookie, ...(key !== undefined && { [HISTORY_KEY_HEADER]: key }) },
    });
    return { status: reply.status, body: reply.status === 200 ? ((await reply.json()) as HistoryAnswer) : null };
  }
  const bestsOf = async (client: TestClient, eventId: string, key?: string) => {
    const path = api.bests.replace(':eventId', eventId);
    const reply = await client.get(key === undefined ? path : `${path}?key=${key}`);
    return ((await reply.json()) as BestsAnswer).bests;
  };
  const told = (answer: HistoryAnswer | null) =>
    answer!.courses[0]!.results.map(({ event, ms, bestByMs, isBest }) => [event.name, ms, bestByMs, isBest]);

  test('[HI2] results come in the order of their starts, a correction of an old one corrects what came after, and bests follow', async () => {
    const { client, racer } = await newRacer();
    const last = await race(client, racer, { daysAgo: 7, seconds: 1488 });
    const first = await race(client, racer, { daysAgo: 21, seconds: 1530 });
    await race(client, racer, { daysAgo: 14, seconds: 1500 });
    expect(told((await read(client, racer.racerId)).body)).toEqual([
      ['7 days ago', 1_488_000, 12_000, true],
      ['14 days ago', 1_500_000, 30_000, false],
      ['21 days ago', 1_530_000, null, false],
    ]);
    expect((await bestsOf(client, last.eventId))[racer.racerId]).toMatchObject({ ms: 1_500_000, count: 2 });
    expect(await bestsOf(client, first.eventId)).toEqual({});
    await sendAccepted(
      client,
      eventCommand(first.eventId, {
        type: 'tap.correct',
        tapId: first.finishId,
        to: epochMs(first.at + 1_480_000),
      }),
    );
    expect(told((await read(client, racer.racerId)).body)).toEqual([
      ['7 days ago', 1_488_000, null, false],
      ['14 days ago', 1_500_000, null, false],
      ['21 days ago', 1_480_000, null, true],
    ]);
    expect((await bestsOf(client, last.eventId))[racer.racerId]).toMatchObject({ ms: 1_480_000, lastMs: 1_500_000 });
    await sendAccepted(client, eventCommand(first.eventId, { type: 'event.delete' }));
    expect((await bestsOf(client, last.eventId))[racer.racerId]).toMatchObject({ ms: 1_500_000, count: 1 });
    expect(told((await read(client, racer.racerId)).body)).toHaveLength(2);
  });

  test('[HI7] racers of one name are two racers, and events of another owner are never joined', async () => {
    const { client, racer } = await newRacer();
    const twin = { racerId: randomUUID(), name: racer.name };
    await sendAccepted(client, createRacer(twin.racerId, twin.name));
    await race(client, racer, { daysAgo: 21, seconds: 1500 });
    const own = await race(client, twin, { daysAgo: 7, seconds: 1600 });
    expect(told((await read(client, twin.racerId)).body)).toEqual([['7 days ago', 1_600_000, null, true]]);
    expect(await bestsOf(client, own.eventId)).toEqual({});
    const other = await newRacer();
    await race(other.client, other.racer, { daysAgo: 21, seconds: 1400 });
    expect((await read(other.client, racer.racerId)).status).toBe(404);
    expect((await read(client, other.racer.racerId)).status).toBe(404);
  });

  test('[HI8] others read it by its link alone: no details, initials where an event hides names, names and ids of public events only', async () => {
    const { client, racer } = await newRacer();
    await sendAccepted(
      client,
      racerCommand(racer.racerId, { type: 'racer.describe', details: { born: 1990, gender: 'F', club: 'Hill CC' } }),
    );
    const { eventId } = await race(client, racer, { daysAgo: 7, seconds: 1500 });
    const stranger = server.client();
    expect((await read(stranger, racer.racerId)).status).toBe(404);
    const link = (isOn: boolean) => client.post(`${historyPath(racer.racerId)}/link`, { isOn });
    const { linkKey } = (await link(true)).body as unknown as { linkKey: string };
    const open = await read(stranger, racer.racerId, linkKey);
    expect(open.body).toMatchObject({
      name: 'Ada Swift',
      courses: [{ results: [{ ms: 1_500_000, event: { id: null, name: null, conditions: '', viewerKey: null } }] }],
    });
    expect(open.body).not.toHaveProperty('own');
    for (const secret of ['1990', 'Hill CC', '7 days ago', 'Wet', eventId, racer.racerId]) {
      expect(JSON.stringify(open.body)).not.toContain(secret);
    }
    await sendAccepted(
      client,
      eventCommand(eventId, { type: 'event.configure', initialsOnly: true }),
      eventCommand(eventId, { type: 'group.share' }),
    );
    const hidden = await read(stranger, racer.racerId, linkKey);
    expect(hidden.body).toMatchObject({
      name: 'A. S.',
      courses: [{ results: [{ event: { id: eventId, name: '7 days ago', conditions: 'Wet' } }] }],
    });
    expect(JSON.stringify(hidden.body)).not.toContain('Ada');
    expect((await read(client, racer.racerId)).body).toMatchObject({ name: 'Ada Swift', own: { publicName: 'A. S.' } });
    expect((await read(stranger, racer.racerId, `${linkKey}x`)).status).toBe(404);
    await link(false);
    expect((await read(stranger, racer.racerId, linkKey)).status).toBe(404);
    const again = (await link(true)).body as unknown as { linkKey: string };
    expect(again.linkKey).not.toBe(linkKey);
    await sendAccepted(client, racerCommand(racer.racerId, { type: 'racer.delete' }));
    expect((await read(stranger, racer.racerId, again.linkKey)).status).toBe(404);
    expect((await link(true)).status).toBe(404);
    expect(
      await server.db.selectFrom('historyLinks').selectAll().where('racerId', '=', racer.racerId).execute(),
    ).toEqual([]);
  });

  test('[HI8] the link goes with the account', async () => {
    const { client, racer } = await newRacer();
    await race(client, racer, { daysAgo: 7, seconds: 1500 });
    const { linkKey } = (await client.post(`${historyPath(racer.racerId)}/link`, { isOn: true })).body as unknown as {
      linkKey: string;
    };
    const stranger = server.client();
    expect((await read(stranger, racer.racerId, linkKey)).status).toBe(200);
    expect((await client.post(api.deleteAccount, { password: PASSWORD })).status).toBe(200);
    expect((await read(stranger, racer.racerId, linkKey)).status).toBe(404);
    const links = server.db.selectFrom('historyLinks').selectAll().where('racerId', '=', racer.racerId);
    expect(await links.execute()).toEqual([]);
  });

  test('[HI11] a page has the newest 500 results, and says when there are more', async () => {
    const { client, racer } = await newRacer();
    const { eventId } = await race(client, racer, { daysAgo: 7, seconds: 1500 });
    const countOf = ({ courses }: HistoryAnswer) => courses.reduce((sum, { results }) => sum + results.length, 0);
    const { body: one } = await read(client, racer.racerId);
    expect([countOf(one!), one!.isCut]).toEqual([1, false]);
    const { db } = server;
    const event = await db.selectFrom('events').selectAll().where('id', '=', eventId).executeTakeFirstOrThrow();
    const row = await db.selectFrom('results').selectAll().where('eventId', '=', eventId).executeTakeFirstOrThrow();
    const copies = Array.from({ length: MAX_HISTORY_RESULTS }, () => randomUUID());
    for (let from = 0; from < copies.length; from += 20) {
      const ids = copies.slice(from, from + 20);
      await db
        .insertInto('events')
        .values(ids.map((id) => ({ ...event, id })))
        .execute();
      await db
        .insertInto('eventKeys')
        .values(ids.map((id) => ({ eventId: id, admin: id, viewer: id })))
        .execute();
      await db
        .insertInto('results')
        .values(ids.map((id) => ({ ...row, eventId: id })))
        .execute();
    }
    const { body: many } = await read(client, racer.racerId);
    expect([countOf(many!), many!.isCut]).toEqual([MAX_HISTORY_RESULTS, true]);
  });

  test('[HI6] viewers and screens are told of bests where the owner shows them, and then the time alone; the announcer as much as an admin', async () => {
    const { client, racer } = await newRacer();
    await race(client, racer, { daysAgo: 21, seconds: 1500 });
    const { eventId } = await race(client, racer, { daysAgo: 7, seconds: null });
    const { keys } = (await (await client.get(`/api/events/${eventId}`)).json()) as { keys: { viewer: string } };
    const stranger = server.client();
    expect(await bestsOf(stranger, eventId, keys.viewer)).toEqual({});
    const screens = api.screens.replace(':eventId', eventId);
    const make = async (kind?: ScreenKind) =>
      (await client.post<EventScreen>(screens, { id: randomUUID(), name: 'Tent', ...(kind && { kind }) })).body.key;
    const announcer = await make('announcer');
    const others = [await make(), await make('board'), await make('overlay'), await make('clock')];
    for (const key of others) expect(await bestsOf(stranger, eventId, key)).toEqual({});
    const whole = { [racer.racerId]: { ms: 1_500_000, at: expect.any(Number), count: 1, lastMs: 1_500_000 } };
    expect(await bestsOf(stranger, eventId, announcer)).toEqual(whole);
    expect(await bestsOf(client, eventId)).toEqual(whole);
    await sendAccepted(client, eventCommand(eventId, { type: 'format.set', format: { shows: ['bests'] } }));
    for (const key of [keys.viewer, ...others]) {
      expect(await bestsOf(stranger, eventId, key)).toEqual({ [racer.racerId]: { ms: 1_500_000 } });
    }
    expect((await stranger.get(api.bests.replace(':eventId', eventId))).status).toBe(404);
  });
});
