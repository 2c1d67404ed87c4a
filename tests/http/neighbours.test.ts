import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { epochMs } from '../../src/domain/units.ts';
import type { CommandAnswers } from '../../src/protocol/commands.ts';
import { HISTORY_KEY_HEADER, historyPath, historyPaths } from '../../src/protocol/history.ts';
import { api, guestPath } from '../../src/protocol/routes.ts';
import { screenPath } from '../../src/protocol/screen-address.ts';
import type { EventScreen } from '../../src/protocol/screens.ts';
import { SERIES_KEY_HEADER, seriesPath, seriesPaths } from '../../src/protocol/series-paths.ts';
import { plainSeries } from '../../src/domain/series/rules.ts';
import { makeToken } from '../support/api-programs.ts';
import { batchOf, eventCommand, tap } from '../support/commands.ts';
import { openLive } from '../support/live-client.ts';
import { arriveConfirmed } from '../support/people.ts';
import { newRace, type Race } from '../support/races.ts';
import { startTestServer, type TestClient, type TestServer } from '../support/running-server.ts';

const EVENTS = 20;
/** Wrong keys that a neighbour sends at once, and then in each second. */
const AT_ONCE = 80;
const A_SECOND = 4;
const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

let now = epochMs(Date.now());
const pass = (ms: number) => void (now = epochMs(now + ms));
let server: TestServer;
let owner: TestClient;
beforeAll(async () => {
  const environment = { TRUSTED_PROXIES: '127.0.0.1' };
  server = await startTestServer('sqlite', { clock: { now: () => now }, environment, rendersPages: true });
  owner = (await arriveConfirmed(server)).client;
});
afterAll(() => server.stop());

let addresses = 0;
const newAddress = () => `203.0.113.${(addresses += 1)}`;

/** A request from one address; the status alone. */
async function ask(address: string, path: string, headers: Record<string, string> = {}, body?: object) {
  const response = await fetch(server.url + path, {
    headers: { 'x-forwarded-for': address, ...(body && { 'content-type': 'application/json' }), ...headers },
    ...(body && { method: 'POST', body: JSON.stringify(body) }),
  });
  return { status: response.status, text: await response.text() };
}
const eventPath = ({ eventId }: Race, key: string) => `${api.event.replace(':eventId', eventId)}?key=${key}`;
const wrongKey = () => randomUUID().replaceAll('-', '').slice(0, 8);
const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

/** Wrong keys of the event and wrong tokens, in turn. */
async function guess(address: string, race: Race, count: number): Promise<void> {
  await Promise.all(
    Array.from({ length: count }, (_, index) =>
      index % 4 === 3
        ? ask(address, api.eventList, bearer(`pushoff_${randomUUID()}`))
        : ask(address, eventPath(race, wrongKey())),
    ),
  );
}

/** Seconds in which the neighbour goes on. */
async function annoy(address: string, race: Race, seconds: number): Promise<void> {
  for (let second = 0; second < seconds; second += 1) {
    await guess(address, race, A_SECOND);
    pass(1000);
  }
}

test('[C6] of first visits with the right link at least 95 % get in beside a neighbour with four wrong keys a second', async () => {
  const venue = newAddress();
  let inside = 0;
  for (let event = 0; event < EVENTS; event += 1) {
    // An account has credits for few events, and the venue knows none of these links.
    const race = await newRace((await arriveConfirmed(server)).client);
    if (event === 0) await guess(venue, race, AT_ONCE);
    await annoy(venue, race, 10);
    if ((await ask(venue, eventPath(race, race.keys.viewer))).status === 200) inside += 1;
  }
  expect(inside / EVENTS).toBeGreaterThanOrEqual(0.95);
});

test('[C6] a link that has opened the event from here opens it for a day, however many wrong keys come beside it', async () => {
  const venue = newAddress();
  const race = await newRace(owner);
  const flood = () => guess(venue, race, 300);
  const visit = async (key: string) => (await ask(venue, eventPath(race, key))).status;
  expect(await visit(race.keys.viewer)).toBe(200);
  await flood();
  expect(await visit(race.keys.admin), 'no wrong key more is looked at').toBe(404);
  expect(await visit(race.keys.viewer)).toBe(200);
  const page = await ask(venue, guestPath(race.eventId, 'viewer', race.keys.viewer));
  expect(page.text).toContain(race.eventId);
  const live = await openLive(server.url, '', { headers: { 'x-forwarded-for': venue } });
  live.send({ type: 'follow-event', eventId: race.eventId, after: null, key: race.keys.viewer });
  await live.until('event');
  live.ws.terminate();
  pass(DAY);
  await flood();
  expect(await visit(race.keys.viewer), 'the memory has an end').toBe(404);
});

test('[C6] a guest who cannot be looked at keeps the command until there is time, and none is refused for good', async () => {
  const venue = newAddress();
  const race = await newRace(owner);
  const guest = server.client();
  await guest.post(api.anonymous);
  const join = eventCommand(race.eventId, { type: 'admin.join' });
  const send = async (key: string) => {
    const batch = { ...batchOf(join, tap(race.eventId, 'start', race.racerId)), keys: { [race.eventId]: key } };
    const { body } = await guest.post<CommandAnswers>(api.commands, batch, { 'x-forwarded-for': venue });
    return body.answers.map(({ status }) => status);
  };
  expect(await send('oldlink9')).toEqual(['refused', 'refused']);
  await guess(venue, race, 300);
  expect(await send(race.keys.admin)).toEqual(['later', 'later']);
  expect(await send('oldlink9'), 'a key that is known to be wrong').toEqual(['refused', 'refused']);
  pass(MINUTE);
  expect(await send(race.keys.admin)).toEqual(['accepted', 'accepted']);
});

test('[C7] right tokens and long keys are never refused, whatever else comes from their address', async () => {
  const venue = newAddress();
  const race = await newRace(owner);
  const token = await makeToken(owner, ['events:read', 'results:read', 'taps:write']);
  const screens = api.screens.replace(':eventId', race.eventId);
  const { key: screenKey } = (await owner.post<EventScreen>(screens, { id: randomUUID(), name: 'Wall' })).body;
  const seriesId = randomUUID();
  const document = { name: 'Winter', rules: plainSeries, eventIds: [race.eventId], helpers: [] };
  const saved = await fetch(server.url + seriesPath(seriesId), {
    method: 'PUT',
    headers: { cookie: owner.cookie, 'content-type': 'application/json' },
    body: JSON.stringify({ version: 0, document }),
  });
  expect(saved.status).toBe(200);
  const linkOf = async (path: string) => (await owner.post<{ linkKey: string }>(path, { isOn: true })).body.linkKey;
  const seriesKey = await linkOf(seriesPaths.link.replace(':seriesId', seriesId));
  const racerKey = await linkOf(historyPaths.link.replace(':racerId', race.racerId));

  const ways: Record<string, (isRight: boolean) => ReturnType<typeof ask>> = {
    'a read by token': (isRight) => ask(venue, api.eventList, bearer(isRight ? token : `pushoff_${wrongKey()}`)),
    'a tap of a timing box': (isRight) => {
      const batch = batchOf(tap(race.eventId, 'finish', race.racerId));
      return ask(venue, api.commands, bearer(isRight ? token : `pushoff_${wrongKey()}`), batch);
    },
    'a screen': (isRight) => ask(venue, eventPath(race, isRight ? screenKey : `screen-${wrongKey()}`)),
    'a series': (isRight) =>
      ask(venue, seriesPath(seriesId), { [SERIES_KEY_HEADER]: isRight ? seriesKey : wrongKey() }),
    'a racer': (isRight) =>
      ask(venue, historyPath(race.racerId), { [HISTORY_KEY_HEADER]: isRight ? racerKey : wrongKey() }),
  };
  for (const [name, way] of Object.entries(ways)) {
    await guess(venue, race, AT_ONCE);
    const wrong = await Promise.all(Array.from({ length: AT_ONCE }, () => way(false)));
    expect(
      wrong.map(({ status }) => status).filter((status) => ![401, 404, 429].includes(status)),
      name,
    ).toEqual([]);
    for (let turn = 0; turn < 5; turn += 1) expect((await way(true)).status, name).toBe(200);
  }
  const wall = await ask(venue, screenPath(race.eventId, 'board', screenKey));
  expect(wall.text, 'the page of a screen').toContain(race.racerId);
});

test('[C6] a /48 has one allowance, and uses up nothing of another address of the event', async () => {
  const race = await newRace(owner);
  const subnet = (index: number) => `2001:db8:aa:${index.toString(16)}::1`;
  for (let index = 0; index < 14; index += 1) await guess(subnet(index), race, AT_ONCE);
  expect((await ask(subnet(99), eventPath(race, race.keys.viewer))).status).toBe(404);
  const live = await openLive(server.url, '', { headers: { 'x-forwarded-for': subnet(98) } });
  live.send({ type: 'follow-event', eventId: race.eventId, after: null, key: race.keys.viewer });
  expect(await live.until('gone')).toMatchObject({ code: 'too-many-requests' });
  live.ws.terminate();
  expect((await ask('2001:db8:ab::1', eventPath(race, race.keys.viewer))).status).toBe(200);
});
