import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { epochMs } from '../../src/domain/units.ts';
import { api } from '../../src/protocol/routes.ts';
import { askRunningServer } from '../../src/server/admin/socket.ts';
import { checkDue, reconcileAll } from '../../src/server/payments/reconcile.ts';
import { queueMail } from '../../src/server/storage/mail.ts';
import { type Nats, startNats } from '../cluster/nats.ts';
import { batchOf, eventCommand, tap } from '../support/commands.ts';
import { findFreePort } from '../support/free-port.ts';
import { inFull } from '../support/in-full.ts';
import { type LiveClient, openLive } from '../support/live-client.ts';
import { arrive, newPerson, PASSWORD } from '../support/people.ts';
import { beginPurchase, creditsOf, payWith } from '../support/purchases.ts';
import { newRace } from '../support/races.ts';
import {
  startTestServer,
  type TestClient,
  type TestServer,
  type TestServerOptions,
} from '../support/running-server.ts';
import { startSmtpProcess } from '../support/smtp.ts';

/** The same client on another node: a cookie is valid on every node. */
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

async function startNodes(
  environment: Record<string, string>,
  sweepMs: number,
  more: TestServerOptions = {},
): Promise<Nodes> {
  const options = { ...more, environment: { ...environment, SECRET }, liveLimits: { sweepMs } };
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
  await viewer.until('rows', ({ rows }) => rows.some(({ taps }) => taps.length > 0));
  await viewer.close();
}

/** What goes over the bus; `everything`: the same bus carries all kinds of news, so `npm test` shows each over one bus. */
function tellsOtherNode(start: () => Promise<Nodes>, everything: boolean): void {
  let nodes: Nodes;
  beforeAll(async () => {
    nodes = await start();
  });
  afterAll(() => nodes.stop());

  test('a tap on one node reaches a viewer on the other', () => seeTapOnOther(nodes));
  if (!everything) return;

  test('an account that is open on the other node shows new events, racers and credits', async () => {
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

  test('[UK11] the counters in a list on the other node follow the taps on this one', async () => {
    const { client } = await arrive(nodes.one);
    const { eventId, racerId } = await newRace(client);
    const tab = await openLive(nodes.other.url, client.cookie);
    tab.send({ type: 'follow-account' });
    await tab.until('account', ({ account }) => account.events.some(({ id }) => id === eventId));
    const send = (line: 'start' | 'finish') => client.post(api.commands, batchOf(tap(eventId, line, racerId)));
    await send('start');
    await tab.until('listed-event', ({ event }) => event.id === eventId && event.onCourse === 1);
    await send('finish');
    await tab.until('listed-event', ({ event }) => event.finished === 1 && event.onCourse === 0 && event.isOwner);
    await client.post(api.commands, batchOf(eventCommand(eventId, { type: 'event.rename', name: 'Wednesday 10' })));
    await tab.until('listed-event', ({ event }) => event.name === 'Wednesday 10');
    await tab.close();
  });

  test('a group on the other node shows newly shared events', async () => {
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

  test('a link that is changed on one node ends access on the other', async () => {
    const { client, viewer, eventId, racerId } = await followOnOther(nodes);
    await client.post(api.commands, batchOf(eventCommand(eventId, { type: 'keys.rotate', which: 'viewer' })));
    await viewer.until('gone');
    viewer.mark();
    await client.post(api.commands, batchOf(tap(eventId, 'start', racerId)));
    const check = asOn(nodes.other, client);
    await expect.poll(async () => (await check.get(api.event.replace(':eventId', eventId))).status).toBe(200);
    expect(viewer.messages.filter(({ type }) => type === 'rows' || type === 'event')).toHaveLength(1);
    await viewer.close();
  });

  test('guesses at a password, spread over both nodes, end after as many as on one', async () => {
    const { person } = await arrive(nodes.one);
    const login = async (node: TestServer, password: string) =>
      (await node.client().post(api.login, { email: person.email, password })).status;
    for (let guess = 0; guess < 5; guess += 1) {
      for (const node of [nodes.one, nodes.other]) expect(await login(node, `guess ${guess}`)).toBe(401);
    }
    // Right guesses are not counted, so polling does not change the result.
    for (const node of [nodes.one, nodes.other]) await expect.poll(() => login(node, PASSWORD)).toBe(429);
  });

  test('guesses at a key, spread over both nodes, end after as many as on one', async () => {
    const { client } = await arrive(nodes.one);
    const { eventId, keys } = await newRace(client);
    const ask = async (node: TestServer, key: string) =>
      (await node.client().get(`${api.event.replace(':eventId', eventId)}?key=${key}`)).status;
    expect(await ask(nodes.one, keys.viewer)).toBe(200);
    const guesses = Array.from({ length: 200 }, (_, guess) => ask(nodes.one, `guess${guess}`));
    expect(new Set(await Promise.all(guesses))).toEqual(new Set([404]));
    // Only a socket says that a key was not looked at.
    const live = await openLive(nodes.other.url);
    let looked = 0;
    for (let code = 'event-not-found'; code === 'event-not-found'; looked += 1) {
      live.mark();
      live.send({ type: 'follow-event', eventId, after: null, key: `more${looked}` });
      ({ code } = await live.until('gone'));
    }
    expect(looked, 'of 60 on a node that was not asked').toBeLessThan(40);
    expect(await ask(nodes.other, keys.viewer), 'a key that opened on the first node').toBe(200);
    live.ws.terminate();
  });
}

const NEVER_MS = 3_600_000;

describe('two nodes that tell each other through the database', () => {
  tellsOtherNode(() => startNodes({}, NEVER_MS), true);
});

describe('two nodes that tell each other through NATS', () => {
  let nats: Nats;
  // `afterAll` hooks run in reverse order, so NATS stops after the nodes have disconnected.
  afterAll(() => nats.stop());
  tellsOtherNode(
    async () => {
      nats = await startNats();
      return startNodes({ BUS_URL: nats.url }, NEVER_MS);
    },
    inFull(true, false),
  );
});

test('without a bus nothing is lost: nodes check the database themselves', async () => {
  const nodes = await startNodes({ BUS_URL: `nats://127.0.0.1:${await findFreePort()}` }, 100);
  try {
    await seeTapOnOther(nodes);
  } finally {
    await nodes.stop();
  }
});

describe('two nodes with jobs to do', () => {
  test('each mail is delivered once, whichever node takes it', async () => {
    const smtp = await startSmtpProcess();
    const nodes = await startNodes({ SMTP_URL: smtp.url }, NEVER_MS);
    const both = [nodes.one, nodes.other];
    try {
      for (let index = 0; index < 24; index += 1) {
        await queueMail(nodes.one.db, { to: `${index}@example.org`, subject: 'Once', text: '' }, Date.now() - 1000);
      }
      // A new account causes mails, and so wakes the delivery of its node.
      await Promise.all(both.map((node) => node.client().post(api.signUp, newPerson())));
      const waiting = () => nodes.one.db.selectFrom('mail').select('id').where('sentAt', 'is', null).execute();
      await expect.poll(waiting).toEqual([]);
      const stored = await nodes.one.db.selectFrom('mail').select('id').execute();
      const accepted = smtp.accepted.map(({ source }) => /^Message-ID: <(.+?)@/im.exec(source)?.[1]);
      expect(accepted.toSorted()).toEqual(stored.map(({ id }) => id).toSorted());
      const sentBy = both.map(({ logged }) => logged.filter((line) => line.includes('"Mail sent"')).length);
      expect(Math.min(...sentBy), 'both took part').toBeGreaterThan(0);
    } finally {
      await nodes.stop();
      await smtp.stop();
    }
  });

  test('a payment that both nodes look after is credited once, with one receipt', async () => {
    let later = 0;
    const clock = { now: () => epochMs(Date.now() + later) };
    const nodes = await startNodes({}, NEVER_MS, { clock, sandboxFaults: { losesMessages: true } });
    try {
      const { client, person } = await arrive(nodes.one);
      for (const credits of [250, 400]) {
        const { clientSecret } = await beginPurchase(client);
        await payWith(client, clientSecret, '4242424242424242');
        later += 120_000;
        const looks = [nodes.one, nodes.other].flatMap(({ payments }) => [
          () => checkDue(payments),
          () => reconcileAll(payments),
        ]);
        await Promise.all([...looks, ...looks].map((look) => look()));
        expect(await creditsOf(asOn(nodes.other, client))).toBe(credits);
      }
      const receipts = await nodes.one.db
        .selectFrom('mail')
        .select('id')
        .where('to', '=', person.email)
        .where('subject', 'like', 'Your receipt%')
        .execute();
      expect(receipts).toHaveLength(2);
    } finally {
      await nodes.stop();
    }
  });
});

test('a stopping node disconnects its viewers one after the other, and the remaining ones see everything until then', async () => {
  const node = await startTestServer('sqlite', { liveLimits: { leavingTogether: 1, leavingPauseMs: 2000 } });
  const { client } = await arrive(node);
  const { eventId, racerId, keys } = await newRace(client);
  const gone: number[] = [];
  const viewers: LiveClient[] = [];
  for (const index of [0, 1]) {
    const viewer = await openLive(node.url);
    viewer.send({ type: 'follow-event', eventId, after: null, key: keys.viewer });
    await viewer.until('event');
    void viewer.closed().then(() => gone.push(index));
    viewers.push(viewer);
  }
  const stopping = node.stop();
  expect(await viewers[0]!.closed()).toEqual({ code: 1001, reason: 'the server stops' });
  expect((await client.get('/healthz')).status).toBe(503);
  const { status, headers } = await client.post(api.commands, batchOf(tap(eventId, 'start', racerId)));
  expect([status, headers.get('connection')]).toEqual([200, 'close']);
  await viewers[1]!.until('rows');
  await stopping;
  expect(gone).toEqual([0, 1]);
});
