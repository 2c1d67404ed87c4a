import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { api } from '../../src/protocol/routes.ts';
import { sign, SIGNATURE_HEADER, signingSecretOf } from '../../src/server/payments/signature.ts';
import { arrive } from '../support/people.ts';
import { beginPurchase, creditsOf, readPayment } from '../support/purchases.ts';
import { startTestServer, type TestClient, type TestServer } from '../support/running-server.ts';

const SECRET = 'a secret of the server that is long enough';
const MINUTE = 60_000;

let server: TestServer;
beforeAll(async () => {
  // The sandbox sends no messages here: only these tests do.
  server = await startTestServer('sqlite', { environment: { SECRET }, sandboxFaults: { losesMessages: true } });
});
afterAll(() => server.stop());

interface Sent {
  readonly body: Buffer;
  readonly secret?: string;
  readonly at?: number;
  readonly signature?: string;
}

async function send({
  body,
  secret = SECRET,
  at = Date.now(),
  signature,
}: Sent): Promise<{ status: number; code: string }> {
  const answer = await fetch(server.url + api.paymentWebhook, {
    method: 'POST',
    body: new Uint8Array(body),
    headers: {
      'content-type': 'application/json',
      [SIGNATURE_HEADER]: signature ?? sign(body, signingSecretOf(secret), at),
    },
  });
  const read = (await answer.json()) as { error?: { code: string } };
  return { status: answer.status, code: read.error?.code ?? '' };
}

const messageOf = (intentId: string, id = `evt_${randomUUID()}`, type = 'payment_intent.succeeded') =>
  Buffer.from(JSON.stringify({ id, type, intentId }));

/** A buyer whose card was charged, before any message about it. */
async function paidAtProvider(): Promise<{ client: TestClient; paymentId: string; intentId: string }> {
  const { client } = await arrive(server);
  const { paymentId } = await beginPurchase(client);
  const intent = await server.db
    .updateTable('sandboxIntents')
    .set({ state: 'paid' })
    .where('paymentId', '=', paymentId)
    .returning('id')
    .executeTakeFirstOrThrow();
  return { client, paymentId, intentId: intent.id };
}

const tampered = (body: Buffer): Buffer => Buffer.from(body.toString().replace('succeeded', 'succeedee'));

test.each<[string, (body: Buffer) => Sent]>([
  ['forged with another secret', (body) => ({ body, secret: 'somebody else’s secret, as long as ours is' })],
  ['tampered with', (body) => ({ body: tampered(body), signature: sign(body, signingSecretOf(SECRET), Date.now()) })],
  ['six minutes old', (body) => ({ body, at: Date.now() - 6 * MINUTE })],
  ['of the future', (body) => ({ body, at: Date.now() + 6 * MINUTE })],
  ['without a signature', (body) => ({ body, signature: '' })],
  ['signed with nonsense', (body) => ({ body, signature: 't=now,v1=yes' })],
  ['empty', () => ({ body: Buffer.alloc(0), signature: 't=1,v1=00' })],
  ['not JSON', () => ({ body: Buffer.from([0xff, 0xfe]), signature: 't=1,v1=00' })],
])('[P4] a message that is %s brings no credits', async (_, make) => {
  const { client, paymentId, intentId } = await paidAtProvider();
  expect(await send(make(messageOf(intentId)))).toEqual({ status: 400, code: 'webhook-not-verified' });
  expect((await readPayment(client, paymentId)).state).toBe('open');
  expect(await creditsOf(client)).toBe(100);
});

test('[P4] a message counts once, however often and in whatever order it comes', async () => {
  const { client, paymentId, intentId } = await paidAtProvider();
  const failedBefore = messageOf(intentId, 'evt_failed', 'payment_intent.payment_failed');
  const succeeded = messageOf(intentId, 'evt_succeeded');
  const sent = [succeeded, failedBefore, succeeded, succeeded, failedBefore];
  const answers = await Promise.all(sent.map((body) => send({ body })));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
  expect(await creditsOf(client)).toBe(250);
  expect(await readPayment(client, paymentId)).toMatchObject({ state: 'paid', problem: null });
  expect(await send({ body: messageOf(intentId, 'evt_succeeded') }), 'replayed').toMatchObject({ status: 200 });
  expect(await creditsOf(client)).toBe(250);
});

test('[P3] a message that says paid when the provider says otherwise brings no credits', async () => {
  const { client } = await arrive(server);
  const { paymentId } = await beginPurchase(client);
  const { intentId } = await server.db
    .selectFrom('payments')
    .select('intentId')
    .where('id', '=', paymentId)
    .executeTakeFirstOrThrow();
  expect(await send({ body: messageOf(intentId!) })).toMatchObject({ status: 200 });
  expect(await creditsOf(client)).toBe(100);
});

test('[P4] a message about an unknown payment is accepted, kept and has no effect', async () => {
  const messageId = `evt_${randomUUID()}`;
  expect(await send({ body: messageOf('pi_of_somebody_else', messageId) })).toMatchObject({ status: 200 });
  const kept = await server.db
    .selectFrom('paymentMessages')
    .select(['intentId', 'paymentId'])
    .where('id', '=', messageId)
    .executeTakeFirst();
  expect(kept).toEqual({ intentId: 'pi_of_somebody_else', paymentId: null });
});

test('[P3] a payment with a wrong amount is not credited, and the operator is told', async () => {
  const { client, paymentId, intentId } = await paidAtProvider();
  await server.db.updateTable('sandboxIntents').set({ priceCents: 1 }).where('id', '=', intentId).execute();
  expect(await send({ body: messageOf(intentId) })).toMatchObject({ status: 200 });
  expect(await creditsOf(client)).toBe(100);
  expect(server.logged.some((line) => line.includes('not of its price') && line.includes(paymentId))).toBe(true);
});

test('a message of a megabyte is refused', async () => {
  expect(await send({ body: Buffer.alloc(1024 * 1024), signature: 't=1,v1=00' })).toMatchObject({ status: 413 });
});
