import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { type ClientRequest, type IncomingMessage, request } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ErrorAnswer } from '../../src/protocol/errors.ts';
import { MAX_SCREENS } from '../../src/protocol/limits.ts';
import { api, guestPath } from '../../src/protocol/routes.ts';
import { MAX_SAMPLES_BYTES, runPaths } from '../../src/telemetry/protocol/runs.ts';
import type { EventScreen, EventScreens } from '../../src/protocol/screens.ts';
import { giveCredits } from '../../src/server/storage/ledger.ts';
import { batchOf, createEvent, eventCommand } from '../support/commands.ts';
import { arriveConfirmed, newPerson } from '../support/people.ts';
import { until } from '../support/purchases.ts';
import { newRace } from '../support/races.ts';
import { startTestServer, type TestClient, type TestServer } from '../support/running-server.ts';
import { createRun, packedSamples, runPath, runsOf } from '../support/runs.ts';

/** More than are kept of results and of pages. */
const EVENTS = 305;
/** Sign-ups of one address at once. */
const SIGN_UPS = 60;

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer('sqlite', { rendersPages: true, environment: { TRUSTED_PROXIES: '127.0.0.1' } });
});
afterAll(() => server.stop());

const arriveRich = async (): Promise<TestClient> => {
  const { client } = await arriveConfirmed(server);
  const { userId } = (await client.boot()).viewer as { userId: string };
  const gift = { userId, kind: 'grant', cause: userId, amount: 100_000, now: 1 } as const;
  await server.db.transaction().execute((trx) => giveCredits(trx, gift));
  return client;
};

test('[RES14] an account whose events fill what is kept of results and pages: those of others are made anew, and right', async () => {
  const [greedy, other] = [await arriveRich(), await arriveRich()];
  const nobody = server.client();
  const race = await newRace(other);
  const read = async (eventId: string, key: string) => {
    const results = await nobody.get(`${api.results.replace(':eventId', eventId)}?key=${key}`);
    const page = await nobody.get(guestPath(eventId, 'viewer', key));
    expect([results.status, page.status]).toEqual([200, 200]);
    return { tag: results.headers.get('etag'), results: await results.text(), page: await page.text() };
  };
  const before = await read(race.eventId, race.keys.viewer);
  const ids = Array.from({ length: EVENTS }, () => randomUUID());
  for (let from = 0; from < EVENTS; from += 100) {
    const some = ids.slice(from, from + 100).map((eventId) => createEvent(eventId, 'Filler'));
    await greedy.post(api.commands, batchOf(...some));
  }
  const keys = await server.db
    .selectFrom('eventKeys')
    .select(['eventId', 'viewer'])
    .where('eventId', 'in', ids)
    .execute();
  expect(keys).toHaveLength(EVENTS);
  for (let from = 0; from < EVENTS; from += 20) {
    await Promise.all(keys.slice(from, from + 20).map(({ eventId, viewer }) => read(eventId, viewer)));
  }
  const after = await read(race.eventId, race.keys.viewer);
  expect([after.tag, after.results]).toEqual([before.tag, before.results]);
  expect(after.page).toContain(race.eventId);
  const next = await newRace(other);
  expect((await read(next.eventId, next.keys.viewer)).page, 'nothing of it was kept before').toContain(next.eventId);
});

test('[SC1] a guest who makes all screens of an event: its owner withdraws one, and has the place', async () => {
  const { client: owner } = await arriveConfirmed(server);
  const { eventId, keys } = await newRace(owner);
  const guest = server.client();
  await guest.post(api.anonymous, {});
  const join = { ...batchOf(eventCommand(eventId, { type: 'admin.join' })), keys: { [eventId]: keys.admin } };
  await guest.post(api.commands, join);
  const path = api.screens.replace(':eventId', eventId);
  const make = (client: TestClient) => client.post<EventScreen & ErrorAnswer>(path, { id: randomUUID(), name: 'Tent' });
  for (let screen = 0; screen < MAX_SCREENS; screen += 1) expect((await make(guest)).status).toBe(200);
  expect((await make(owner)).body.error.code).toBe('too-many-screens');
  const { screens } = (await (await owner.get(path)).json()) as EventScreens;
  expect(screens).toHaveLength(MAX_SCREENS);
  const headers = { cookie: owner.cookie, origin: server.url };
  await fetch(`${server.url}${path}/${screens[0]!.id}`, { method: 'DELETE', headers });
  expect((await make(owner)).status).toBe(200);
  const another = await newRace(owner);
  const elsewhere = await owner.post(api.screens.replace(':eventId', another.eventId), {
    id: randomUUID(),
    name: 'TV',
  });
  expect(elsewhere.status, 'other events have their own').toBe(200);
});

/** An upload that announces the most and sends a byte. */
function beginUpload({ cookie }: TestClient, runId: string, sourceId: string): ClientRequest {
  const sending = request(`${server.url}${runPath(runPaths.samples, runId, sourceId)}`, {
    method: 'PUT',
    headers: {
      cookie,
      origin: server.url,
      'content-type': 'application/octet-stream',
      'content-length': String(MAX_SAMPLES_BYTES),
    },
  });
  sending.on('error', () => {});
  sending.write('x');
  return sending;
}

test('[U23] an account whose uploads stand still has two of them, and others send theirs', async () => {
  const [greedy, other] = [(await arriveConfirmed(server)).client, (await arriveConfirmed(server)).client];
  const bytes = packedSamples(100);
  const { runId, sourceId } = await createRun(server, greedy, {}, bytes);
  const open = [1, 2, 3].map(() => beginUpload(greedy, runId, sourceId));
  const [refused] = (await Promise.race(open.map((sending) => once(sending, 'response')))) as [IncomingMessage];
  expect(refused.statusCode, 'one of the three').toBe(503);
  const sendAgain = async (): Promise<string> => {
    const answer = await runsOf(server, greedy).putSamples(runId, sourceId, bytes);
    return answer.status === 200 ? 'stored' : ((await answer.json()) as ErrorAnswer).error.code;
  };
  expect(await sendAgain()).toBe('busy');
  const made = await createRun(server, other, {}, bytes);
  expect((await runsOf(server, other).putSamples(made.runId, made.sourceId, packedSamples(50))).status).toBe(200);
  for (const sending of open) sending.destroy();
  await until(async () => (await sendAgain()) === 'stored');
});

test('an address that signs up as often as it may leaves the others their sign-ups, and their mails', async () => {
  const signUp = async (address: string) =>
    (await server.client().post(api.signUp, newPerson(), { 'x-forwarded-for': address })).status;
  const all = await Promise.all(Array.from({ length: SIGN_UPS + 5 }, () => signUp('203.0.113.66')));
  // One comes back every half minute.
  expect(all.filter((status) => status === 429).length).toBeGreaterThanOrEqual(4);
  expect(await signUp('203.0.113.67')).toBe(200);
});
