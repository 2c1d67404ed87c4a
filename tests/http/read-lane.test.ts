import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ErrorAnswer } from '../../src/protocol/errors.ts';
import { api } from '../../src/protocol/routes.ts';
import { catchUpResults } from '../../src/server/storage/catch-up-results.ts';
import { giveCredits } from '../../src/server/storage/ledger.ts';
import { batchOf, tap } from '../support/commands.ts';
import { inFull } from '../support/in-full.ts';
import { lengthenLog } from '../support/long-log.ts';
import { arrive } from '../support/people.ts';
import { until } from '../support/purchases.ts';
import { createGatedLane } from '../support/readers.ts';
import { newRace, type Race } from '../support/races.ts';
import { startTestServer, type TestClient, type TestServer } from '../support/running-server.ts';

const MANY = inFull(30, 10);
/** All rows of a log of this length are read in the lane. */
const LONG = 210;
/** Such an event is read into memory in the lane. */
const LARGE = 2_010;

const pieces = createGatedLane();
let server: TestServer;
let owner: TestClient;
beforeAll(async () => {
  server = await startTestServer('sqlite', { lane: pieces.lane, environment: { TRUSTED_PROXIES: '127.0.0.1' } });
  owner = (await arrive(server)).client;
  const { viewer } = await owner.boot();
  const userId = viewer.kind === 'user' ? viewer.userId : '';
  const gift = { userId, kind: 'grant', cause: 'many events', amount: 10_000, now: 1 } as const;
  await server.db.transaction().execute((trx) => giveCredits(trx, gift));
});
afterAll(() => server.stop());

/** Events whose results nobody has read. */
async function makeRaces(count: number, length = LONG): Promise<Race[]> {
  const races: Race[] = [];
  while (races.length < count) {
    const race = await newRace(owner);
    await owner.post(api.commands, batchOf(tap(race.eventId, 'start', race.racerId)));
    await lengthenLog(server.db, race.eventId, length);
    await catchUpResults(server.storage, race.eventId);
    races.push(race);
  }
  return races;
}

const resultsOf = ({ eventId, keys }: Race) => `${api.results.replace(':eventId', eventId)}?key=${keys.viewer}`;
const wholeOf = ({ eventId, keys }: Race) => `${api.event.replace(':eventId', eventId)}?key=${keys.viewer}`;

const addRacers = (racers: readonly { id: string; createdBy: string; name: string }[]) =>
  server.db
    .insertInto('racers')
    .values(
      racers.map((racer) => ({
        ...racer,
        details: null,
        groups: '[]',
        createdAt: 1,
        deletedAt: null,
        awaitingCredits: 0,
      })),
    )
    .execute();

/** The status of an answer, or 'gone' for a reader who hung up. */
async function ask(address: string, path: string, signal?: AbortSignal): Promise<number | 'gone'> {
  try {
    const headers = { 'x-forwarded-for': address };
    const response = await fetch(server.url + path, { headers, ...(signal && { signal }) });
    await response.arrayBuffer();
    return response.status;
  } catch (error) {
    if (signal?.aborted !== true) throw error;
    return 'gone';
  }
}

/** Has one piece of somebody else begin, which lasts until the gate is opened. */
async function occupy(race: Race): Promise<{ open(): Promise<void> }> {
  const open = pieces.close();
  const first = ask('192.0.2.1', resultsOf(race));
  await until(async () => pieces.begun.length === 1);
  return {
    async open() {
      open();
      expect(await first).toBe(200);
    },
  };
}

test.each([
  ['an address', () => '203.0.113.7'],
  ['an IPv6 network', (index: number) => `2001:db8:7:${index.toString(16)}::${index}`],
])('[V38] many long reads of %s: a reader from elsewhere comes next', async (_, addressOf) => {
  const [occupant, other, ...races] = await makeRaces(MANY + 2);
  const { open } = await occupy(occupant!);
  const answered: string[] = [];
  const many = races.map((race, index) => ask(addressOf(index), resultsOf(race)).then(() => answered.push('many')));
  await until(async () => pieces.asked === MANY + 1);
  const one = ask('203.0.113.8', resultsOf(other!)).then((status) => answered.push(`other ${status}`));
  await until(async () => pieces.asked === MANY + 2);
  await open();
  await Promise.all([one, ...many]);
  expect(pieces.begun.indexOf('203.0.113.8'), 'after the piece that was under way and one more').toBeLessThan(3);
  expect(answered.indexOf('other 200')).toBeLessThan(3);
  expect(answered).toHaveLength(MANY + 1);
});

test('[V38] no work is done for many readers who hang up before their turn', async () => {
  const [occupant, ...races] = await makeRaces(MANY + 1);
  const { open } = await occupy(occupant!);
  const leaving = new AbortController();
  const many = races.map((race) => ask('203.0.113.7', resultsOf(race), leaving.signal));
  await until(async () => pieces.asked === MANY + 1);
  leaving.abort();
  expect(new Set(await Promise.all(many))).toEqual(new Set(['gone']));
  const left = () => server.logged.filter((line) => line.includes('"status":499')).length;
  await until(async () => left() >= MANY);
  await open();
  // A read that comes later is served, and none of theirs was before it.
  expect(await ask('203.0.113.9', resultsOf(races[0]!))).toBe(200);
  expect(pieces.begun).toEqual(['192.0.2.1', '203.0.113.9']);
});

test.each([
  ['results', resultsOf, LONG],
  ['a whole event', wholeOf, LARGE],
])(
  '[V38] %s: made once for many readers, and for the one who stays when the first hangs up',
  async (_, pathOf, length) => {
    const [occupant] = await makeRaces(1);
    const [race, other] = await makeRaces(2, length);
    const { open } = await occupy(occupant!);
    const leaving = new AbortController();
    const first = ask('203.0.113.7', pathOf(race!), leaving.signal);
    await until(async () => pieces.asked === 2);
    const many = Array.from({ length: MANY }, () => ask('203.0.113.7', pathOf(other!)));
    const second = ask('203.0.113.8', pathOf(race!));
    await until(async () => pieces.asked === 3 && pieces.joined.includes('203.0.113.8'));
    leaving.abort();
    expect(await first).toBe('gone');
    await open();
    expect(await second).toBe(200);
    expect(new Set(await Promise.all(many))).toEqual(new Set([200]));
    expect(pieces.begun).toHaveLength(3);
  },
);

test('[V38] the list of one’s races is read for several of many requests at once', async () => {
  const [occupant] = await makeRaces(1);
  const { open } = await occupy(occupant!);
  const many = Array.from({ length: MANY }, () => owner.get(api.ownRaces));
  await until(async () => pieces.asked === 2);
  await open();
  expect(new Set((await Promise.all(many)).map(({ status }) => status))).toEqual(new Set([200]));
  // Requests that came in when the list had been read wait for the next one.
  expect(pieces.begun.length).toBeLessThan(MANY / 2);
});

test('[V38] an account with many racers is read for several of many requests at once', async () => {
  const { client } = await arrive(server);
  const { viewer } = await client.boot();
  const createdBy = viewer.kind === 'user' ? viewer.userId : '';
  const racers = Array.from({ length: 1_000 }, (_, index) => ({ id: randomUUID(), createdBy, name: `Racer ${index}` }));
  for (let from = 0; from < racers.length; from += 100) await addRacers(racers.slice(from, from + 100));
  const [occupant] = await makeRaces(1);
  await client.get(api.account);
  const { open } = await occupy(occupant!);
  const many = Array.from({ length: MANY }, () => client.get(api.account));
  await until(async () => pieces.asked === 2);
  await open();
  expect(new Set((await Promise.all(many)).map(({ status }) => status))).toEqual(new Set([200]));
  expect(pieces.begun.length).toBeLessThan(MANY / 2);
});

test('[V38] a line that is full is refused with a time to come again, and holds up nobody else', async () => {
  const races = await makeRaces(64);
  const [occupant, other] = races.splice(0, 2);
  const { open } = await occupy(occupant!);
  const waiting = races.slice(0, 60).map((race) => ask('203.0.113.7', resultsOf(race)));
  await until(async () => pieces.asked === 61);
  const headers = { 'x-forwarded-for': '203.0.113.7' };
  const refused = await fetch(server.url + resultsOf(races[60]!), { headers });
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '5']);
  expect(((await refused.json()) as ErrorAnswer).error.code).toBe('busy');
  const one = ask('203.0.113.8', resultsOf(other!));
  await until(async () => pieces.asked === 63);
  await open();
  expect(await one).toBe(200);
  expect(new Set(await Promise.all(waiting))).toEqual(new Set([200]));
});
