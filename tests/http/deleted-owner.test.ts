import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { api } from '../../src/protocol/routes.ts';
import type { Engine } from '../../src/server/storage/engine.ts';
import { batchOf, eventCommand } from '../support/commands.ts';
import { openLive } from '../support/live-client.ts';
import { arrive, PASSWORD } from '../support/people.ts';
import { newRace } from '../support/races.ts';
import { startTestServer, type TestServer } from '../support/running-server.ts';
import { createRun } from '../support/runs.ts';

const SECRET = 'the same secret on every node, long enough';
const NEVER_MS = 3_600_000;

/** Makes a deletion fail in the middle, when the events are closed and the rest is not removed. */
async function breakRemovalOfRuns({ db, storage }: TestServer): Promise<void> {
  if (storage.engine === 'sqlite') {
    await sql`create trigger broken before delete on runs begin select raise(abort, 'broken'); end`.execute(db);
    return;
  }
  await sql`create function broken() returns trigger language plpgsql as
    $$ begin raise exception 'broken'; end $$`.execute(db);
  await sql`create trigger broken before delete on runs for each row execute function broken()`.execute(db);
}

/**
 * One viewer follows an event, another its group; the owner deletes the account; a third viewer comes with the same
 * key.
 */
async function deleteWhileFollowed(here: TestServer, there: TestServer): Promise<void> {
  const { client } = await arrive(here);
  const { viewer } = await client.boot();
  const groupId = viewer.kind === 'user' ? viewer.userId : '';
  const { eventId, keys } = await newRace(client);
  await client.post(api.commands, batchOf(eventCommand(eventId, { type: 'group.share' })));
  await createRun(here, client);
  const follow = { type: 'follow-event', eventId, after: null, key: keys.viewer } as const;
  const follower = await openLive(there.url);
  follower.send(follow);
  await follower.until('event');
  const watcher = await openLive(there.url);
  watcher.send({ type: 'follow-group', groupId });
  await watcher.until('group', ({ group }) => group.events.some(({ id }) => id === eventId));

  await client.post(api.deleteAccount, { password: PASSWORD });
  await follower.until('gone', ({ code }) => code === 'event-not-found');
  await watcher.until('group', ({ group }) => group.events.length === 0);
  const newcomer = await openLive(there.url);
  newcomer.send(follow);
  await newcomer.until('gone', ({ code }) => code === 'event-not-found');
  expect(newcomer.received).not.toContain('Ada');
  for (const live of [follower, watcher, newcomer]) await live.close();
}

describe.each<Engine>(['sqlite', 'postgres'])('an account that is deleted, on one node on %s', (engine) => {
  let node: TestServer;
  beforeAll(async () => {
    node = await startTestServer(engine);
  });
  afterAll(() => node.stop());

  test('[UK1] takes its events off every screen that still follows them', () => deleteWhileFollowed(node, node));
  test('[UK1] also where the rest of the deletion fails', async () => {
    await breakRemovalOfRuns(node);
    await deleteWhileFollowed(node, node);
  });
});

describe('an account that is deleted, on two nodes', () => {
  const startNodes = async (sweepMs: number, environment = {}) => {
    const options = { environment: { SECRET, ...environment }, liveLimits: { sweepMs } };
    const one = await startTestServer('postgres', options);
    return [one, await startTestServer('postgres', { ...options, database: one.database })] as const;
  };

  test('[UK1] takes its events off every screen of the other node, also where the rest of the deletion fails', async () => {
    const [one, other] = await startNodes(NEVER_MS);
    await breakRemovalOfRuns(one);
    await deleteWhileFollowed(one, other);
    await other.stop();
    await one.stop();
  });

  test('[UK1] takes its events off the other node’s screens also where the news is lost', async () => {
    const [one, other] = await startNodes(100, { BUS_URL: 'nats://127.0.0.1:9' });
    const { client } = await arrive(one);
    const { eventId, keys } = await newRace(client);
    const follower = await openLive(other.url);
    follower.send({ type: 'follow-event', eventId, after: null, key: keys.viewer });
    await follower.until('event');
    await client.post(api.deleteAccount, { password: PASSWORD });
    await follower.until('gone', ({ code }) => code === 'event-not-found');
    await follower.close();
    await other.stop();
    await one.stop();
  });
});
