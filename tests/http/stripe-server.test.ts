import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { api } from '../../src/protocol/routes.ts';
import { reconcileAll } from '../../src/server/payments/reconcile.ts';
import { arrive } from '../support/people.ts';
import { beginPurchase, creditsOf, readPayment, untilPaid } from '../support/purchases.ts';
import { startTestServer, type TestClient, type TestServer } from '../support/running-server.ts';
import { type SignedWebhook, startStripeStandIn, type StripeStandIn } from '../support/stripe-stand-in.ts';

/** The whole server, with a stand-in for Stripe on this machine. */
let stripe: StripeStandIn;
let server: TestServer;
beforeAll(async () => {
  stripe = await startStripeStandIn();
  server = await startTestServer('sqlite', { environment: stripe.environment });
});
afterAll(async () => {
  await server.stop();
  await stripe.stop();
});

afterEach(() => stripe.behave('well'));

const MINUTE = 60_000;

async function deliver({ body, headers }: SignedWebhook): Promise<{ status: number; code: string | undefined }> {
  const answer = await fetch(server.url + api.paymentWebhook, { method: 'POST', body, headers });
  const read = (await answer.json()) as { error?: { code: string } };
  return { status: answer.status, code: read.error?.code };
}

interface Purchase {
  readonly client: TestClient;
  readonly paymentId: string;
  readonly intentId: string;
}

/** A buyer whose card Stripe has charged, before any message about it. */
async function chargedAtStripe(): Promise<Purchase> {
  const { client } = await arrive(server);
  const { clientSecret, paymentId } = await beginPurchase(client, 350, 19);
  const intent = stripe.intents.findBySecret(clientSecret);
  stripe.intents.confirm(intent, '4242424242424242');
  return { client, paymentId, intentId: intent.id };
}

async function askForIntent(client: TestClient): Promise<[number, string | undefined]> {
  const { status, body } = await client.post(api.createPaymentIntent, { data: { amount: 150, price: 9 } });
  return [status, body.error?.message];
}

let events = 0;
const paidEvent = (intentId: string) => ({
  id: `evt_${(events += 1)}`,
  object: 'event',
  type: 'payment_intent.succeeded',
  data: { object: { id: intentId, object: 'payment_intent', description: 'für Åsa 🚴' } },
});

describe('a purchase through Stripe', () => {
  test('[P1] [P3] is priced by the server’s own table and credited by its message', async () => {
    const { client, paymentId, intentId } = await chargedAtStripe();
    expect(stripe.intents.find(intentId)).toMatchObject({ amount: 1900, metadata: { paymentId } });
    expect(await creditsOf(client)).toBe(100);
    expect(await deliver(stripe.signedWebhook(paidEvent(intentId)))).toEqual({ status: 200, code: undefined });
    await untilPaid(client, paymentId);
    expect(await creditsOf(client)).toBe(450);
  });

  test('is not credited by a message that is forged, changed, old or signed with another secret', async () => {
    const { client, paymentId, intentId } = await chargedAtStripe();
    const event = paidEvent(intentId);
    const signed = stripe.signedWebhook(event);
    const notVerified = { status: 400, code: 'webhook-not-verified' };
    const unsigned = { 'content-type': 'application/json' } as SignedWebhook['headers'];
    expect(await deliver({ ...signed, headers: unsigned })).toEqual(notVerified);
    expect(await deliver({ ...signed, body: signed.body.replace('evt_', 'evt_x') })).toEqual(notVerified);
    expect(await deliver({ ...signed, body: JSON.stringify(event) })).toEqual(notVerified);
    expect(await deliver(stripe.signedWebhook(event, { at: Date.now() - 6 * MINUTE }))).toEqual(notVerified);
    expect(await deliver(stripe.signedWebhook(event, { secret: 'whsec_forged' }))).toEqual(notVerified);
    expect(await readPayment(client, paymentId)).toMatchObject({ state: 'open' });
    expect(await creditsOf(client)).toBe(100);
    expect(await deliver(signed)).toEqual({ status: 200, code: undefined });
    expect(await creditsOf(client)).toBe(450);
  });

  test('is credited once, however often and by however many messages it is told', async () => {
    const { client, intentId } = await chargedAtStripe();
    const again = stripe.signedWebhook(paidEvent(intentId));
    const others = Array.from({ length: 10 }, () => stripe.signedWebhook(paidEvent(intentId)));
    const answers = await Promise.all([again, again, ...others].map(deliver));
    expect(answers.map(({ status }) => status)).toEqual(Array(12).fill(200));
    expect(await creditsOf(client)).toBe(450);
  });

  test('is not credited because a message says so, but because Stripe does when it is asked', async () => {
    const { client } = await arrive(server);
    const { clientSecret } = await beginPurchase(client, 350, 19);
    const { id } = stripe.intents.findBySecret(clientSecret);
    expect(await deliver(stripe.signedWebhook(paidEvent(id)))).toEqual({ status: 200, code: undefined });
    expect(await creditsOf(client)).toBe(100);
  });

  test('whose message comes while Stripe cannot be asked is told again later, and credited then', async () => {
    const { client, intentId } = await chargedAtStripe();
    const message = stripe.signedWebhook(paidEvent(intentId));
    stripe.behave('cutting');
    expect(await deliver(message)).toEqual({ status: 503, code: 'unavailable' });
    stripe.behave('well');
    expect(await creditsOf(client)).toBe(100);
    expect(await deliver(message)).toEqual({ status: 200, code: undefined });
    expect(await creditsOf(client)).toBe(450);
  });

  test('whose message is lost is found by asking', async () => {
    const { client, paymentId } = await chargedAtStripe();
    await reconcileAll(server.payments);
    expect(await readPayment(client, paymentId)).toMatchObject({ state: 'paid' });
    expect(await creditsOf(client)).toBe(450);
  });

  test('that is refunded by hand at Stripe takes its credits back', async () => {
    const { client, paymentId, intentId } = await chargedAtStripe();
    await deliver(stripe.signedWebhook(paidEvent(intentId)));
    const { charge } = stripe.intents.refund(intentId);
    const event = { id: 'evt_refunded', object: 'event', type: 'charge.refunded' };
    const object = { id: charge.id, object: 'charge', payment_intent: intentId };
    await deliver(stripe.signedWebhook({ ...event, data: { object } }));
    expect(await readPayment(client, paymentId)).toMatchObject({ state: 'refunded' });
    expect(await creditsOf(client)).toBe(100);
  });

  test('cannot be begun while Stripe is down', async () => {
    const { client } = await arrive(server);
    stripe.behave('failing');
    expect(await askForIntent(client)).toEqual([503, 'Failed to get client secret.']);
    stripe.behave('well');
    expect(await askForIntent(client)).toEqual([200, undefined]);
  });

  test('that Stripe began, and whose answer was lost each time, goes on with the same intent', async () => {
    const { client } = await arrive(server);
    const before = stripe.intents.all.length;
    stripe.cutAnswers(3);
    expect(await askForIntent(client)).toEqual([503, 'Failed to get client secret.']);
    expect(await askForIntent(client)).toEqual([200, undefined]);
    expect(stripe.intents.all.length - before).toBe(1);
  });
});

test('the sandbox takes no card where Stripe takes them', async () => {
  const { client } = await arrive(server);
  const { clientSecret } = await beginPurchase(client);
  const card = { number: '4242424242424242', expiry: '12/40', cvc: '123' };
  expect((await client.post(api.sandboxConfirm, { clientSecret, card })).status).toBe(404);
});

test('no key is logged, whatever has happened here', () => {
  expect(server.logged.join('')).toMatch(/payments\/webhook/);
  expect(server.logged.join('')).not.toMatch(/sk_test|whsec|_secret_/);
});
