import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { epochMs } from '../../src/domain/units.ts';
import { embedPath } from '../../src/protocol/embeds.ts';
import type { ErrorAnswer } from '../../src/protocol/errors.ts';
import { api, guestPath } from '../../src/protocol/routes.ts';
import { arriveConfirmed } from '../support/people.ts';
import { newRace, type Race } from '../support/races.ts';
import { startTestServer, type TestServer } from '../support/running-server.ts';

/** Wrong keys of one event that a /64 has at once. */
const GUESSES = 60;
/** Follows that a /64 has at once. */
const FOLLOWS = 200;

const now = epochMs(Date.now());
let server: TestServer;
beforeAll(async () => {
  const environment = { TRUSTED_PROXIES: '127.0.0.1' };
  server = await startTestServer('sqlite', { clock: { now: () => now }, environment, rendersPages: true });
});
afterAll(() => server.stop());

const newEvent = async () => newRace((await arriveConfirmed(server)).client);

const pushTo = (endpoint: string) => ({ kind: 'push', endpoint, p256dh: `B${'A'.repeat(86)}`, auth: 'A'.repeat(22) });

async function follow(address: string, { eventId }: Race, key: string): Promise<Response> {
  return fetch(`${server.url}${api.followers.replace(':eventId', eventId)}?key=${key}`, {
    method: 'POST',
    headers: { 'x-forwarded-for': address, 'content-type': 'application/json', origin: server.url },
    body: JSON.stringify({ racerId: null, by: pushTo(`https://${randomUUID()}.example.org/`) }),
  });
}

/** Whether the key opens the event on this route, for a reader at this address. */
type Opens = (address: string, race: Race, key: string) => Promise<boolean>;

const get = (address: string, path: string) => fetch(server.url + path, { headers: { 'x-forwarded-for': address } });
const byPath =
  (path: string): Opens =>
  async (address, { eventId }, key) =>
    (await get(address, `${path.replace(':eventId', eventId)}?key=${key}`)).status === 200;
const routes: Readonly<Record<string, Opens>> = {
  'results.json': byPath(api.results),
  'board.csv': byPath(api.boardCsv),
  'the start list': byPath(api.startList),
  'personal bests': byPath(api.bests),
  following: async (address, race, key) => (await follow(address, race, key)).status === 200,
  'the embedded board': async (address, { eventId }, key) =>
    (await (await get(address, embedPath(eventId, key))).text()).includes('/api/results/'),
  'the public page': async (address, { eventId }, key) =>
    (await (await get(address, guestPath(eventId, 'viewer', key))).text()).includes('"kind":"event"'),
};

test.each(Object.entries(routes))('[C6] wrong keys at %s are counted for the whole /64', async (name, opens) => {
  const race = await newEvent();
  const network = `2001:db8:${(Object.keys(routes).indexOf(name) + 1).toString(16)}`;
  const { viewer } = race.keys;
  const wrong = Array.from({ length: GUESSES }, (_, index) =>
    opens(`${network}:1::${index.toString(16)}`, race, randomUUID().slice(0, 8)),
  );
  expect(new Set(await Promise.all(wrong))).toEqual(new Set([false]));
  expect(
    await opens(`${network}:1:ffff::1`, race, viewer),
    'an address of the /64 that has asked for nothing yet',
  ).toBe(false);
  expect(await opens(`${network}:2::1`, race, viewer), 'the /64 beside it').toBe(true);
});

test('[FO12] follows are counted by /64, and places are those of the /48', async () => {
  const race = await newEvent();
  const { viewer } = race.keys;
  const all = await Promise.all(
    Array.from({ length: FOLLOWS }, (_, index) => follow(`2001:db8:100:1::${index.toString(16)}`, race, viewer)),
  );
  expect(new Set(all.map(({ status }) => status))).toEqual(new Set([200]));
  const refused = await follow('2001:db8:100:1:ffff::1', race, viewer);
  expect(((await refused.json()) as ErrorAnswer).error.code).toBe('too-many-requests');
  const other = await newEvent();
  const statuses = [];
  for (const address of ['2001:db8:100:2::1', '2001:db8:100:3::1', '2001:db8:101:1::1'])
    statuses.push((await follow(address, other, other.keys.viewer)).status);
  expect(statuses).toEqual([200, 200, 200]);
  const rows = await server.db.selectFrom('followers').select('place').where('eventId', '=', other.eventId).execute();
  expect(new Set(rows.map(({ place }) => place)).size, 'two networks').toBe(2);
});
