import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { epochMs } from '../../src/domain/units.ts';
import { api } from '../../src/protocol/routes.ts';
import { type MadeWebhook, type TestedWebhook, webhookMessage, type WebhookList } from '../../src/protocol/webhooks.ts';
import { codeIn } from '../support/api-programs.ts';
import { addRacers, batchOf, createEvent, createRacer, eventCommand, tap } from '../support/commands.ts';
import { enginesOf } from '../support/database.ts';
import { findFreePort } from '../support/free-port.ts';
import { waitForMail } from '../support/mails.ts';
import { arrive, arriveConfirmed, PASSWORD } from '../support/people.ts';
import { until } from '../support/purchases.ts';
import { startTestServer, type TestClient, type TestServer } from '../support/running-server.ts';
import { createReceiver, type Receiver } from '../support/webhook-receiver.ts';
import { MAX_WEBHOOKS } from '../../src/protocol/limits.ts';

const AT = 1_800_000_000_000;
const environment = { WEBHOOKS_TO_PRIVATE_NETWORKS: 'true' };
const webhookTimes = { pollMs: 50, gatherMs: 5, firstDelayMs: 20, longestDelayMs: 100 };
const kinds = ['result', 'correction', 'status'];

async function newRace(client: TestClient, racers: number): Promise<{ eventId: string; racerIds: string[] }> {
  const eventId = randomUUID();
  const racerIds = Array.from({ length: racers }, () => randomUUID());
  await send(client, createEvent(eventId), ...racerIds.map((id) => createRacer(id)), addRacers(eventId, ...racerIds));
  return { eventId, racerIds };
}
async function send(client: TestClient, ...commands: Parameters<typeof batchOf>): Promise<void> {
  const sent = await client.post(api.commands, batchOf(...commands));
  expect(JSON.stringify(sent.body)).not.toContain('refused');
}
const ride = (eventId: string, racerId: string, ms: number) => [
  tap(eventId, 'start', racerId, { at: AT }),
  tap(eventId, 'finish', racerId, { at: AT + ms }),
];
const listOf = async (client: TestClient) => ((await (await client.get(api.webhooks)).json()) as WebhookList).webhooks;

describe.each(enginesOf('postgres'))('webhooks on %s', (engine) => {
  let server: TestServer;
  let receiver: Receiver;
  beforeAll(async () => {
    server = await startTestServer(engine, { environment, webhookTimes });
    receiver = createReceiver(await findFreePort());
    await receiver.start();
  });
  afterAll(async () => {
    await server.stop();
    await receiver.kill();
  });

  async function subscribe(client: TestClient, wanted = kinds): Promise<string> {
    const made = await client.post<MadeWebhook>(api.createWebhook, { url: receiver.url, kinds: wanted });
    expect(made.status, JSON.stringify(made.body)).toBe(200);
    receiver.secret = made.body.secret;
    return made.body.webhooks.at(-1)!.id;
  }
  const about = (racerId: string) => receiver.received.filter(({ message }) => message.data.racerId === racerId);

  test('[AP20] results, corrections and statuses are told, signed, once each, as viewers see them', async () => {
    const { client } = await arriveConfirmed(server);
    const before = await newRace(client, 1);
    await send(client, ...ride(before.eventId, before.racerIds[0]!, 50_000));
    await subscribe(client);
    const { eventId, racerIds } = await newRace(client, 3);
    const [one, two, three] = racerIds as [string, string, string];
    await send(client, eventCommand(eventId, { type: 'event.configure', initialsOnly: true }));
    await send(client, ...ride(eventId, one, 60_000), ...ride(eventId, two, 59_000));
    await until(async () => about(one).length === 1 && about(two).length === 1);
    const { message } = about(two)[0]!;
    expect(message).toMatchObject({
      type: 'result',
      data: { eventId, result: { name: 'A.', publishedMs: 59_000, rank: 1 } },
    });
    // A busy server sees the start together with the finish, and knows no row from before.
    expect('before' in message.data ? (message.data.before?.publishedMs ?? null) : 'missing').toBeNull();
    await send(
      client,
      eventCommand(eventId, { type: 'adjustment.add', racerId: one, attempt: 1, ms: 5000 as never, reason: 'cut' }),
    );
    await send(
      client,
      eventCommand(eventId, { type: 'status.set', racerId: three, attempt: 1, status: 'DNF', reason: '' }),
    );
    await until(async () => about(one).length === 2 && about(three).length === 1);
    expect(about(one)[1]!.message).toMatchObject({
      type: 'correction',
      data: { result: { publishedMs: 65_000 }, before: { publishedMs: 60_000 } },
    });
    expect(about(three)[0]!.message).toMatchObject({ type: 'status', data: { result: { status: 'DNF' } } });
    // Results from before the webhook are not told.
    expect(about(before.racerIds[0]!)).toEqual([]);
    expect(receiver.received.every(({ isSigned }) => isSigned)).toBe(true);
    for (const { message } of receiver.received) webhookMessage.parse(message);
    const text = JSON.stringify(receiver.received);
    expect(text).not.toContain('Ada');
    expect(text).not.toContain('cut');
  });

  test('[AP21] a receiver that is killed and started again gets every message, and tells doubles by their id', async () => {
    const { client } = await arriveConfirmed(server);
    const webhookId = await subscribe(client);
    const { eventId, racerIds } = await newRace(client, 12);
    const got = () => receiver.received.filter(({ message }) => message.data.eventId === eventId);
    await send(client, ...ride(eventId, racerIds[0]!, 60_000));
    await until(async () => got().length >= 1);
    // The receiver takes the message and dies before it answers.
    receiver.answer = null;
    await send(client, ...ride(eventId, racerIds[1]!, 61_000));
    await until(async () => got().length >= 2);
    await receiver.kill();
    receiver.answer = 200;
    for (const racerId of racerIds.slice(2, 7)) await send(client, ...ride(eventId, racerId, 62_000));
    await until(async () => (await listOf(client))[0]!.failingSince !== null);
    await receiver.start();
    for (const racerId of racerIds.slice(7)) await send(client, ...ride(eventId, racerId, 63_000));
    await until(async () => new Set(got().map(({ message }) => message.data.racerId)).size === racerIds.length);
    await until(async () => (await listOf(client))[0]!.waiting === 0);
    const ids = new Set(got().map(({ id }) => id));
    expect(ids.size).toBe(racerIds.length);
    // The message that it took and did not answer came again, the same in every letter.
    expect(got().length).toBeGreaterThan(ids.size);
    expect(new Set(got().map(({ id, message }) => id + JSON.stringify(message))).size).toBe(ids.size);
    const [hook] = await listOf(client);
    expect(hook).toMatchObject({ id: webhookId, waiting: 0, failingSince: null, disabledAt: null });
    expect(hook!.deliveries.every(({ outcome }) => outcome === 'ok')).toBe(true);
    expect(hook!.deliveries.some(({ attempts }) => attempts > 1)).toBe(true);
  });

  test('[AP22] [AP32] a test message is answered at once, and stands in the log of deliveries', async () => {
    const { client } = await arriveConfirmed(server);
    const id = await subscribe(client);
    const tested = await client.post<TestedWebhook>(api.testWebhook, { id });
    expect(tested.body.outcome).toBe('ok');
    expect(receiver.received.at(-1)).toMatchObject({ isSigned: true, message: { type: 'test' } });
    receiver.answer = 500;
    expect((await client.post<TestedWebhook>(api.testWebhook, { id })).body.outcome).toBe('status 500');
    receiver.answer = 200;
    const [hook] = await listOf(client);
    expect(hook!.deliveries.map(({ kind, outcome }) => [kind, outcome])).toEqual([
      ['test', 'status 500'],
      ['test', 'ok'],
    ]);
    expect(JSON.stringify(await listOf(client))).not.toContain('whsec_');
  });

  test('[AP23] only the chosen kinds are told, and nothing of a deleted event', async () => {
    const { client } = await arriveConfirmed(server);
    await subscribe(client, ['status']);
    const { eventId, racerIds } = await newRace(client, 2);
    const [one, two] = racerIds as [string, string];
    await send(client, ...ride(eventId, one, 60_000));
    await send(
      client,
      eventCommand(eventId, { type: 'status.set', racerId: two, attempt: 1, status: 'DNS', reason: '' }),
    );
    await until(async () => about(two).length === 1);
    expect(about(one)).toEqual([]);
    const other = await newRace(client, 1);
    const out = eventCommand(other.eventId, {
      type: 'status.set',
      racerId: other.racerIds[0]!,
      attempt: 1,
      status: 'DNF',
      reason: '',
    });
    // Deleted in the same moment: no node has looked at the event in between.
    await send(client, out, eventCommand(other.eventId, { type: 'event.delete' }));
    await send(
      client,
      eventCommand(eventId, { type: 'status.set', racerId: two, attempt: 1, status: 'OK', reason: '' }),
    );
    await until(async () => about(two).length === 2);
    expect(about(other.racerIds[0]!)).toEqual([]);
    await send(client, eventCommand(other.eventId, { type: 'event.restore' }));
    await until(async () => about(other.racerIds[0]!).length === 1);
  });

  test('[AP24] webhooks are their owner’s, and an account has five at most', async () => {
    const { client } = await arriveConfirmed(server);
    const { client: stranger } = await arriveConfirmed(server);
    const id = await subscribe(client);
    for (const path of [api.removeWebhook, api.testWebhook, api.resumeWebhook]) {
      expect(codeIn(await stranger.post(path, { id })), path).toBe('webhook-not-found');
    }
    for (let more = 1; more < MAX_WEBHOOKS; more += 1) await subscribe(client);
    const wanted = { url: receiver.url, kinds };
    expect(codeIn(await client.post(api.createWebhook, wanted))).toBe('too-many-webhooks');
    expect((await client.post<WebhookList>(api.removeWebhook, { id })).body.webhooks).toHaveLength(MAX_WEBHOOKS - 1);
    const { client: unconfirmed } = await arrive(server);
    expect(codeIn(await unconfirmed.post(api.createWebhook, wanted))).toBe('address-not-confirmed');
    await client.post(api.deleteAccount, { password: PASSWORD });
    const left = await server.db
      .selectFrom('webhooks')
      .innerJoin('profiles', 'profiles.userId', 'webhooks.userId')
      .select('id')
      .where('id', '=', id)
      .execute();
    expect(left).toEqual([]);
  });
});

describe('webhooks in the open', () => {
  test('[AP30] an address in a private network is refused when a webhook is made, and nothing is called', async () => {
    const server = await startTestServer('sqlite');
    const receiver = createReceiver(await findFreePort());
    await receiver.start();
    const { client } = await arriveConfirmed(server);
    const port = new URL(receiver.url).port;
    const refusals: (string | undefined)[] = [];
    for (const url of [
      `https://127.0.0.1:${port}/`,
      `https://localhost:${port}/`,
      `https://[::1]:${port}/`,
      'https://169.254.169.254/latest/meta-data',
      'https://nothing.invalid/',
    ]) {
      refusals.push(codeIn(await client.post(api.createWebhook, { url, kinds })));
    }
    expect(refusals).toEqual(Array(5).fill('webhook-address-refused'));
    expect(codeIn(await client.post(api.createWebhook, { url: receiver.url, kinds }))).toBe('webhook-url-invalid');
    expect(receiver.received).toEqual([]);
    expect(await server.db.selectFrom('webhooks').selectAll().execute()).toEqual([]);
    await receiver.kill();
    await server.stop();
  });

  test('[AP25] a receiver that is gone for three days is turned off with a mail, and gets what it missed when it is turned on', async () => {
    let now = epochMs(AT);
    const server = await startTestServer('sqlite', { environment, webhookTimes, clock: { now: () => now } });
    const receiver = createReceiver(await findFreePort());
    const { client, person } = await arriveConfirmed(server);
    const made = await client.post<MadeWebhook>(api.createWebhook, { url: receiver.url, kinds });
    const id = made.body.webhooks[0]!.id;
    const { eventId, racerIds } = await newRace(client, 2);
    await send(client, ...ride(eventId, racerIds[0]!, 60_000));
    await until(async () => (await listOf(client))[0]!.failingSince !== null);
    now = epochMs(now + 3 * 24 * 3_600_000);
    await until(async () => (await listOf(client))[0]!.disabledAt !== null);
    const mail = await waitForMail(
      server.dataDir,
      ({ to, subject }) => to === person.email && subject.includes('webhook'),
    );
    expect(mail.text).toContain('Nothing is lost');
    await send(client, ...ride(eventId, racerIds[1]!, 61_000));
    await receiver.start();
    await client.post(api.resumeWebhook, { id });
    await until(async () => receiver.received.length >= 1);
    await until(async () => (await listOf(client))[0]!.waiting === 0);
    const told = new Set(receiver.received.map(({ message }) => message.data.racerId));
    expect(told.has(racerIds[1]!)).toBe(true);
    await receiver.kill();
    await server.stop();
  });

  test('[AP26] two nodes on one database tell each result once', async () => {
    const one = await startTestServer('postgres', { environment, webhookTimes });
    const two = await startTestServer('postgres', { environment, webhookTimes, database: one.database });
    const receiver = createReceiver(await findFreePort());
    await receiver.start();
    const { client } = await arriveConfirmed(one);
    await client.post(api.createWebhook, { url: receiver.url, kinds });
    const { eventId, racerIds } = await newRace(client, 20);
    for (const racerId of racerIds) await send(client, ...ride(eventId, racerId, 60_000));
    await until(async () => new Set(receiver.received.map(({ message }) => message.data.racerId)).size === 20);
    await until(async () => (await listOf(client))[0]!.waiting === 0);
    expect(receiver.received).toHaveLength(20);
    await two.stop();
    await one.stop();
    await receiver.kill();
  });
});
