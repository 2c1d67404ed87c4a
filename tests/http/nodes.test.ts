import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { GuestKeys } from '../../src/protocol/live.ts';
import { api } from '../../src/protocol/routes.ts';
import { askRunningServer } from '../../src/server/admin/socket.ts';
import { addRacers, batchOf, createEvent, createRacer, eventCommand, tap } from '../support/commands.ts';
import { findFreePort } from '../support/free-port.ts';
import { openLive } from '../support/live-client.ts';
import { arrive } from '../support/people.ts';
import { startTestServer, type TestClient, type TestServer } from '../support/running-server.ts';

/** A cookie counts on every node. */
function asOn(node: TestServer, client: TestClient): TestClient {
  const there = node.client();
  there.cookie = client.cookie;
  return there;
}

const SECRET = 'the same secret on every node, long enough';

interface Nodes {
  readonly one: TestServer;
  readonly other: TestServer;
  stop(): Promise<void>;
}

async function startNodes(environment: Record<string, string>, sweepMs: number): Promise<Nodes> {
  const options = { environment: { ...environment, SECRET }, liveLimits: { sweepMs } };
  const one = await startTestServer('postgres', options);
  const other = await startTestServer('postgres', { ...options, database: one.database });
  return {
    one,
    other,
    async stop() {
      await other.stop();
      await one.stop();
    },
  };
}

async function newRace(client: TestClient): Promise<{ eventId: string; racerId: string; keys: GuestKeys }> {
  const [eventId, racerId] = [randomUUID(), randomUUID()];
  await client.post(api.commands, batchOf(createRacer(racerId), createEvent(eventId), addRacers(eventId, racerId)));
  const { keys } = (await (await client.get(api.event.replace(':eventId', eventId))).json()) as { keys: GuestKeys };
  return { eventId, racerId, keys };
}

/** A race on one node, and a viewer of it on the other. */
async function followOnOther(nodes: Nodes) {
  const { client } = await arrive(nodes.one);
  const { eventId, racerId, keys } = await newRace(client);
  const viewer = await openLive(nodes.other.url);
  viewer.send({ type: 'follow-event', eventId, after: null, key: keys.viewer });
  await viewer.until('event');
  return { client, viewer, eventId, racerId };
}

async function seeTapOnOther(nodes: Nodes): Promise<void> {
  const { client, viewer, eventId, racerId } = await followOnOther(nodes);
  await client.post(api.commands, batchOf(tap(eventId, 'start', racerId)));
  await viewer.until('changes', ({ changes }) => changes.some(({ type }) => type === 'tap-recorded'));
  await viewer.close();
}

function tellsOtherNode(start: () => Promise<Nodes>): void {
  let nodes: Nodes;
  beforeAll(async () => {
    nodes = await start();
  });
  afterAll(() => nodes.stop());

  test('a tap on one node reaches a viewer on the other', () => seeTapOnOther(nodes));

  test('what one has open on the other node shows new events, racers and credits', async () => {
    const { client, person } = await arrive(nodes.one);
    const tab = await openLive(nodes.other.url, client.cookie);
    tab.send({ type: 'follow-account' });
    expect((await tab.until('account')).account.credits).toBe(100);
    const { eventId } = await newRace(client);
    await tab.until('listed-event', ({ event }) => event.id === eventId);
    await tab.until('credits', ({ credits }) => credits === 77);
    await askRunningServer(nodes.one.dataDir, ['grant', person.email, '50']);
    await tab.until('credits', ({ credits }) => credits === 127);
    await tab.close();
  });

  test('a group on the other node shows what is shared', async () => {
    const { client } = await arrive(nodes.one);
    const { viewer } = await client.boot();
    const groupId = viewer.kind === 'user' ? viewer.userId : '';
    const live = await openLive(nodes.other.url);
    live.send({ type: 'follow-group', groupId });
    await live.until('group');
    const { eventId } = await newRace(client);
    await client.post(api.commands, batchOf(eventCommand(eventId, { type: 'group.share' })));
    await live.until('group', ({ group }) => group.events.some(({ id }) => id === eventId));
    await live.close();
  });

  test('a link that is changed on one node lets nobody on the other see more', async () => {
    const { client, viewer, eventId, racerId } = await followOnOther(nodes);
    await client.post(api.commands, batchOf(eventCommand(eventId, { type: 'keys.rotate', which: 'viewer' })));
    await viewer.until('gone');
    viewer.mark();
    await client.post(api.commands, batchOf(tap(eventId, 'start', racerId)));
    const check = asOn(nodes.other, client);
    await expect.poll(async () => (await check.get(api.event.replace(':eventId', eventId))).status).toBe(200);
    expect(viewer.messages.filter(({ type }) => type === 'changes' || type === 'event')).toHaveLength(1);
    await viewer.close();
  });
}

const NEVER_MS = 3_600_000;

describe('two nodes that tell each other through the database', () => {
  tellsOtherNode(() => startNodes({}, NEVER_MS));
});

describe('two nodes that tell each other through NATS', () => {
  let nats: ChildProcess;
  // Declared first, run last: the nodes say goodbye to it.
  afterAll(async () => {
    nats.kill();
    await once(nats, 'exit');
  });
  tellsOtherNode(async () => {
    const port = await findFreePort();
    nats = spawn(process.env['PUSHOFF_NATS'] ?? 'nats-server', ['-a', '127.0.0.1', '-p', String(port)], {
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    await untilReady(nats);
    return startNodes({ BUS_URL: `nats://127.0.0.1:${port}` }, NEVER_MS);
  });
});

test('with a bus that is not there, nothing is lost: nodes look for themselves', async () => {
  const nodes = await startNodes({ BUS_URL: `nats://127.0.0.1:${await findFreePort()}` }, 100);
  try {
    await seeTapOnOther(nodes);
  } finally {
    await nodes.stop();
  }
});

async function untilReady(process: ChildProcess): Promise<void> {
  let said = '';
  for await (const chunk of process.stderr!) {
    said += String(chunk);
    if (said.includes('Server is ready')) return;
  }
  throw new Error(`nats-server did not start: ${said}`);
}
