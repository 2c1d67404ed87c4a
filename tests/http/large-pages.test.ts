import { afterAll, beforeAll, expect, test } from 'vitest';
import { api, guestPath } from '../../src/protocol/routes.ts';
import { epochMs } from '../../src/domain/units.ts';
import { catchUpResults } from '../../src/server/storage/catch-up-results.ts';
import { batchOf, eventCommand, tap } from '../support/commands.ts';
import { lengthenLog } from '../support/long-log.ts';
import { arrive } from '../support/people.ts';
import { newRace } from '../support/races.ts';
import { startTestServer, type TestServer } from '../support/running-server.ts';

/** The page of an event with so long a log is dear. */
const LARGE = 2_010;

let now = Date.now();
let server: TestServer;
beforeAll(async () => {
  server = await startTestServer('sqlite', { rendersPages: true, clock: { now: () => epochMs(now) } });
});
afterAll(() => server.stop());

async function openRace(length: number) {
  const { client } = await arrive(server);
  const { eventId, racerId, keys } = await newRace(client);
  const send = (...commands: Parameters<typeof batchOf>) => client.post(api.commands, batchOf(...commands));
  await send(tap(eventId, 'start', racerId, { at: now - 60_000 }));
  await lengthenLog(server.db, eventId, length);
  await catchUpResults(server.storage, eventId);
  const read = async () => (await fetch(server.url + guestPath(eventId, 'viewer', keys.viewer))).text();
  return { eventId, racerId, send, read };
}

test('[V27] the page of a large event is not made anew for each tap, and shows it once it is no longer fresh', async () => {
  const { eventId, racerId, send, read } = await openRace(LARGE);
  const before = await read();
  await send(tap(eventId, 'finish', racerId, { at: now }));
  expect(await read()).toBe(before);
  now += 60_000;
  expect(await read()).not.toBe(before);
});

test('[V27] the page of a large event hides names at once', async () => {
  const { eventId, send, read } = await openRace(LARGE);
  expect(await read()).toContain('"name":"Ada"');
  await send(eventCommand(eventId, { type: 'event.configure', initialsOnly: true }));
  const after = await read();
  expect(after).toContain('"name":"A."');
  expect(after).not.toContain('Ada');
});

test('the page of a small event has every tap', async () => {
  const { eventId, racerId, send, read } = await openRace(10);
  const before = await read();
  await send(tap(eventId, 'finish', racerId, { at: now }));
  expect(await read()).not.toBe(before);
});
