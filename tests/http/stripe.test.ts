import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Result } from '../../src/domain/result.ts';
import { createLog } from '../../src/server/log.ts';
import type { Intent, IntentRequest, PaymentProvider, ProviderProblem } from '../../src/server/payments/provider.ts';
import { createStripeProvider } from '../../src/server/payments/stripe-provider.ts';
import { findFreePort } from '../support/free-port.ts';
import { signedWebhook, startStripeStandIn, type StripeStandIn } from '../support/stripe-stand-in.ts';

/** Tests run through the official SDK, over real sockets, against a stand-in for Stripe's HTTP API on this machine. */
let stripe: StripeStandIn;
let provider: PaymentProvider;
let logged: string[];
beforeEach(async () => {
  stripe = await startStripeStandIn();
  logged = [];
  provider = await connect();
});
afterEach(async () => {
  // No key is logged, whatever failed.
  expect(logged.join('')).not.toMatch(/sk_test|whsec|_secret_/);
  await stripe.stop();
});

const connect = (settings: Partial<Parameters<typeof createStripeProvider>[0]> = {}) =>
  createStripeProvider(
    { ...stripe.keys, apiUrl: stripe.url, ...settings },
    createLog('debug', (line) => logged.push(line)),
  );
const newPayment = (): IntentRequest => ({
  paymentId: randomUUID(),
  priceCents: 1900,
  description: '350 credits on Pushoff, for Åsa & Co',
});
const valueOf = (result: Result<Intent, ProviderProblem>): Intent => {
  if (!result.ok) throw new Error(`${result.error.kind}: ${result.error.reason}`);
  return result.value;
};
const problemOf = (result: Result<Intent, ProviderProblem>): ProviderProblem => {
  if (result.ok) throw new Error('It was done.');
  return result.error;
};
const open = async (payment = newPayment()): Promise<Intent> => valueOf(await provider.createIntent(payment));
const confirm = ({ id }: Intent, number: string) => stripe.intents.confirm(stripe.intents.find(id), number);

const PAYS = '4242424242424242';
const ASKS = '4000002500003155';
const DECLINED = '4000000000000002';

describe('an intent', () => {
  test('is created for cards alone, in dollars, and carries our payment', async () => {
    const payment = newPayment();
    const intent = await open(payment);
    expect(intent).toEqual({
      id: expect.stringMatching(/^pi_/),
      paymentId: payment.paymentId,
      clientSecret: expect.stringContaining(`${intent.id}_secret_`),
      state: 'open',
      currency: 'usd',
      receivedCents: 0,
      refundedCents: 0,
      problem: null,
    });
    expect(stripe.intents.find(intent.id)).toMatchObject({
      amount: 1900,
      currency: 'usd',
      description: payment.description,
      types: ['card'],
    });
  });

  test('is asked for with our key, and with the version of the API that this code was written for', async () => {
    const intent = await open();
    await provider.readIntent(intent.id);
    expect(stripe.requests.map(({ key, version }) => [key, version])).toEqual([
      [stripe.keys.secretKey, '2026-10-28.endive'],
      [stripe.keys.secretKey, '2026-10-28.endive'],
    ]);
  });

  test('is the same one for the same payment, and another for another', async () => {
    const payment = newPayment();
    const [first, second] = [await open(payment), await open(payment)];
    const other = await open();
    expect(second).toEqual(first);
    expect(other.id).not.toBe(first.id);
    expect(stripe.requests[0]?.idempotencyKey).toBe(`intent:${payment.paymentId}`);
  });

  test('is made once when the answer is lost on its way, however often', async () => {
    stripe.cutAnswers(2);
    const intent = await open();
    expect(stripe.intents.all.map(({ id }) => id)).toEqual([intent.id]);
    expect(stripe.requests).toHaveLength(3);
  });

  test('is made once when even the last attempt was lost and the call is made anew', async () => {
    const payment = newPayment();
    stripe.cutAnswers(3);
    expect(problemOf(await provider.createIntent(payment)).kind).toBe('unavailable');
    const intent = await open(payment);
    expect(stripe.intents.all.map(({ id }) => id)).toEqual([intent.id]);
  });

  test('for the same payment at another price is refused', async () => {
    const payment = newPayment();
    await open(payment);
    const problem = problemOf(await provider.createIntent({ ...payment, priceCents: 100 }));
    expect(problem).toMatchObject({ kind: 'refused', reason: expect.stringContaining('StripeIdempotencyError') });
  });

  test('is paid when its card pays', async () => {
    const intent = await open();
    confirm(intent, PAYS);
    expect(valueOf(await provider.readIntent(intent.id))).toEqual({ ...intent, state: 'paid', receivedCents: 1900 });
  });

  test('stays open with the reason when its card is declined, and loses it when the next card pays', async () => {
    const intent = await open();
    confirm(intent, DECLINED);
    const declined = valueOf(await provider.readIntent(intent.id));
    expect(declined).toEqual({ ...intent, problem: 'Your card was declined.' });
    confirm(intent, PAYS);
    expect(valueOf(await provider.readIntent(intent.id))).toMatchObject({ state: 'paid', problem: null });
  });

  test.each([
    ['requires_action', 'open'],
    ['processing', 'processing'],
    ['requires_capture', 'processing'],
    ['a status of tomorrow', 'processing'],
  ])('that Stripe calls %j is %s', async (status, state) => {
    const intent = await open();
    stripe.intents.find(intent.id).status = status as 'processing';
    expect(valueOf(await provider.readIntent(intent.id))).toMatchObject({ state, receivedCents: 0 });
  });

  test('that the bank asks about is open until the answer', async () => {
    const intent = await open();
    confirm(intent, ASKS);
    expect(valueOf(await provider.readIntent(intent.id)).state).toBe('open');
    stripe.intents.answerBank(stripe.intents.find(intent.id));
    expect(valueOf(await provider.readIntent(intent.id)).state).toBe('paid');
  });

  test('that was not made by this server names no payment', async () => {
    const foreign = stripe.intents.create({
      amount: 500,
      currency: 'eur',
      description: null,
      metadata: {},
      types: ['card'],
    });
    expect(valueOf(await provider.readIntent(foreign.id))).toMatchObject({ paymentId: null, currency: 'eur' });
  });

  test('that does not exist is refused', async () => {
    expect(problemOf(await provider.readIntent('pi_nothing'))).toEqual({
      kind: 'refused',
      reason: expect.stringMatching(
        /^StripeInvalidRequestError resource_missing req_\w+: No such payment_intent: 'pi_nothing'$/,
      ),
    });
  });
});

describe('cancelling', () => {
  test('closes an open intent, and a second time says the same', async () => {
    const intent = await open();
    expect(valueOf(await provider.cancelIntent(intent.id)).state).toBe('cancelled');
    expect(valueOf(await provider.cancelIntent(intent.id)).state).toBe('cancelled');
  });

  test('an intent that was paid just before says that it is paid', async () => {
    const intent = await open();
    confirm(intent, PAYS);
    expect(valueOf(await provider.cancelIntent(intent.id))).toMatchObject({ state: 'paid', receivedCents: 1900 });
  });

  test('an intent that is not there is refused', async () => {
    expect(problemOf(await provider.cancelIntent('pi_nothing')).kind).toBe('refused');
  });
});

describe('refunding', () => {
  test('gives everything back, once for each payment', async () => {
    const payment = newPayment();
    const intent = await open(payment);
    confirm(intent, PAYS);
    const refunded = { state: 'paid', receivedCents: 1900, refundedCents: 1900 };
    expect(valueOf(await provider.refund(payment.paymentId, intent.id))).toMatchObject(refunded);
    expect(valueOf(await provider.refund(payment.paymentId, intent.id))).toMatchObject(refunded);
    expect(stripe.events.filter(({ type }) => type === 'charge.refunded')).toHaveLength(1);
    expect(stripe.requests.find(({ path }) => path === '/v1/refunds')?.idempotencyKey).toBe(
      `refund:${payment.paymentId}`,
    );
  });

  test('a refund by hand at Stripe is found', async () => {
    const payment = newPayment();
    const intent = await open(payment);
    confirm(intent, PAYS);
    stripe.intents.refund(intent.id);
    expect(valueOf(await provider.refund(payment.paymentId, intent.id)).refundedCents).toBe(1900);
  });

  test('a partial refund shows its amount', async () => {
    const intent = await open();
    confirm(intent, PAYS);
    stripe.intents.find(intent.id).charge!.amountRefunded = 700;
    expect(valueOf(await provider.readIntent(intent.id)).refundedCents).toBe(700);
  });

  test('a payment that was never paid is refused', async () => {
    const payment = newPayment();
    const intent = await open(payment);
    expect(problemOf(await provider.refund(payment.paymentId, intent.id)).kind).toBe('refused');
  });

  test('is done once when the answer is lost', async () => {
    const payment = newPayment();
    const intent = await open(payment);
    confirm(intent, PAYS);
    stripe.cutAnswers(1);
    expect(valueOf(await provider.refund(payment.paymentId, intent.id)).refundedCents).toBe(1900);
    expect(stripe.events.filter(({ type }) => type === 'charge.refunded')).toHaveLength(1);
  });
});

describe('when Stripe cannot be had', () => {
  test.each(['failing', 'limiting', 'cutting', 'silent'] as const)(
    'while it is %s every call may be tried again, and after an hour of it there is one intent',
    async (how) => {
      const payment = newPayment();
      const known = await open();
      const impatient = await connect({ timeoutMs: 200 });
      stripe.behave(how);
      const answers = await Promise.all([
        impatient.createIntent(payment),
        impatient.readIntent(known.id),
        impatient.cancelIntent(known.id),
        impatient.refund(randomUUID(), known.id),
      ]);
      expect(answers.map((answer) => problemOf(answer).kind)).toEqual(Array(4).fill('unavailable'));
      stripe.behave('well');
      await open(payment);
      await open(payment);
      expect(stripe.intents.all).toHaveLength(2);
      expect(stripe.intents.find(known.id).status).toBe('requires_payment_method');
    },
  );

  test('an address where nothing listens gives the same result', async () => {
    const nowhere = await connect({ apiUrl: `http://127.0.0.1:${await findFreePort()}` });
    expect(problemOf(await nowhere.createIntent(newPayment())).kind).toBe('unavailable');
  });

  test('a wrong key may be put right, and stands in no reason', async () => {
    const secretKey = 'sk_test_ofSomebodyElse';
    const stranger = await connect({ secretKey });
    const problem = problemOf(await stranger.createIntent(newPayment()));
    expect(problem.kind).toBe('unavailable');
    expect(problem.reason).toContain('StripeAuthenticationError');
    expect(problem.reason).not.toContain('ofSomebodyElse');
  });
});

test('a key for tests is said in the log once, because test cards buy real credits', async () => {
  const lines = () => logged.filter((line) => line.includes('test mode'));
  expect(lines()).toHaveLength(1);
  await connect({ secretKey: 'sk_live_x' });
  expect(lines()).toHaveLength(1);
});

describe('a webhook', () => {
  const event = {
    id: 'evt_1',
    object: 'event',
    type: 'payment_intent.succeeded',
    data: { object: { id: 'pi_1', object: 'payment_intent', description: 'Åsa' } },
  };
  const read = (body: string | Buffer, signature?: string) =>
    provider.readWebhook(Buffer.from(body as string), (name) => (name === 'stripe-signature' ? signature : undefined));
  const readSigned = (content: unknown, options = {}) => {
    const { body, headers } = signedWebhook(content, options);
    return read(body, headers['stripe-signature']);
  };
  const MINUTES = 60_000;

  test('that Stripe signed just now is read, byte for byte as it came', () => {
    expect(readSigned(event)).toEqual({ id: 'evt_1', type: 'payment_intent.succeeded', intentId: 'pi_1' });
  });

  test('is taken for five minutes and no longer: a copy replayed later is none', () => {
    expect(readSigned(event, { at: Date.now() - 4.8 * MINUTES })).not.toBeNull();
    expect(readSigned(event, { at: Date.now() - 5.2 * MINUTES })).toBeNull();
    expect(readSigned(event, { at: Date.now() - 60 * 24 * MINUTES })).toBeNull();
  });

  test('signed with another secret is none', () => {
    expect(readSigned(event, { secret: 'whsec_forged' })).toBeNull();
    expect(readSigned(event, { secret: stripe.keys.secretKey })).toBeNull();
  });

  test('whose body was changed by one character is none', () => {
    const { body, headers } = signedWebhook(event);
    const signature = headers['stripe-signature'];
    expect(read(body, signature)).not.toBeNull();
    expect(read(body.replace('pi_1', 'pi_2'), signature)).toBeNull();
    expect(read(`${body} `, signature)).toBeNull();
    expect(read(JSON.stringify(event), signature)).toBeNull();
  });

  test('whose date was moved is none', () => {
    const { body, headers } = signedWebhook(event, { at: Date.now() - 60 * MINUTES });
    const fresh = headers['stripe-signature'].replace(/t=\d+/, `t=${Math.floor(Date.now() / 1000)}`);
    expect(read(body, fresh)).toBeNull();
  });

  test.each([
    ['missing', undefined],
    ['empty', ''],
    ['no signature at all', 'garbage'],
    ['empty in its parts', 't=,v1='],
    ['without a time', 'v1=00'],
    ['of a time alone', 't=NOW'],
    ['empty for its time', 't=NOW,v1='],
    ['made up', `t=NOW,v1=${'0'.repeat(64)}`],
    ['of no time and no text', 't=NaN,v1=\u0000é'],
    ['endless', ','.repeat(100_000)],
  ])('whose signature is %s is none', (_, signature) => {
    const now = String(Math.floor(Date.now() / 1000));
    expect(read(JSON.stringify(event), signature?.replace('NOW', now))).toBeNull();
  });

  test('signed by the older scheme is none', () => {
    const { body, headers } = signedWebhook(event);
    expect(read(body, headers['stripe-signature'].replace('v1=', 'v0='))).toBeNull();
  });

  test('that is empty, no text or no JSON is none, signed or not', () => {
    expect(read('', signedWebhook(event).headers['stripe-signature'])).toBeNull();
    expect(readSigned('')).toBeNull();
    expect(readSigned('{"id": ')).toBeNull();
    // Invalid UTF-8 decodes to U+FFFD, so a signature over a real U+FFFD would match another body.
    const { body, headers } = signedWebhook({ ...event, id: 'evt_\uFFFD' });
    expect(read(body, headers['stripe-signature'])).not.toBeNull();
    const [before, after] = body.split('\uFFFD').map((part) => Buffer.from(part));
    expect(read(Buffer.concat([before!, Buffer.from([0xff]), after!]), headers['stripe-signature'])).toBeNull();
  });

  test.each(['null', '[]', '3', '"text"', '{}', '{"id":1,"type":"x"}', '{"id":"evt_1"}', '{"object":"v2.core.event"}'])(
    'that is signed and says %s is none',
    (body) => {
      expect(readSigned(body)).toBeNull();
    },
  );

  test.each([
    ['payment_intent.payment_failed', { id: 'pi_1' }, 'pi_1'],
    ['payment_intent.processing', { id: 'pi_1' }, 'pi_1'],
    ['payment_intent.canceled', { id: 'pi_1' }, 'pi_1'],
    ['charge.refunded', { id: 'ch_1', payment_intent: 'pi_1' }, 'pi_1'],
    ['refund.created', { id: 're_1', payment_intent: 'pi_1' }, 'pi_1'],
    ['refund.updated', { id: 're_1', payment_intent: 'pi_1' }, 'pi_1'],
    ['refund.failed', { id: 're_1', payment_intent: { id: 'pi_1' } }, 'pi_1'],
    ['charge.dispute.created', { id: 'dp_1', payment_intent: 'pi_1' }, 'pi_1'],
    ['charge.refunded', { id: 'ch_1', payment_intent: null }, null],
    ['payment_intent.succeeded', { id: 7 }, null],
    ['payment_intent.succeeded', undefined, null],
    ['customer.created', { id: 'cus_1', payment_intent: 'pi_1' }, null],
    ['payout.paid', { id: 'po_1' }, null],
  ])('%s about %j asks us to look at %s', (type, object, intentId) => {
    expect(readSigned({ ...event, type, data: { object } })).toEqual({ id: 'evt_1', type, intentId });
  });
});
