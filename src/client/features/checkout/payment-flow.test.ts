import { beforeEach, describe, expect, test, vi } from 'vitest';
import { ok, refuse, type Result } from '../../../domain/result.ts';
import type { ErrorCode } from '../../../protocol/errors.ts';
import type { Payment } from '../../../protocol/payments.ts';
import { callErrorOf } from '../../session/call-errors.ts';
import type { CallError } from '../../session/create-call.ts';
import type { CardEntry, Confirmation } from './card-entry.ts';
import { createPaymentMemory } from './kept-payments.ts';
import { createPaymentFlow, type Intent, LONG_MS, PAID, PAY_AGAIN_MS, type PaymentFlow } from './payment-flow.ts';

const INTENT: Intent = { clientSecret: 'secret', paymentId: 'p1' };
const OPEN: Payment = {
  id: 'p1',
  amount: 350,
  priceCents: 1900,
  state: 'open',
  problem: null,
  createdAt: 0,
  paidAt: null,
};

const refusal = (code: ErrorCode) => refuse(callErrorOf(code));

/** A device with its storage, and the server and the provider as the device sees them. */
function createWorld() {
  const storage = new Map<string, string>();
  const world = {
    intent: ok(INTENT) as Result<Intent, CallError>,
    payment: ok(OPEN) as Result<Payment, CallError>,
    isOnline: true,
    onIntent: () => undefined as void,
    intents: 0,
    left: 0,
    alerts: [] as string[],
    open(): PaymentFlow {
      const flow = createPaymentFlow({
        createIntent: async () => {
          world.intents += 1;
          world.onIntent();
          return world.intent;
        },
        readPayment: async () => world.payment,
        memory: createPaymentMemory({
          storage: {
            getItem: (key) => storage.get(key) ?? null,
            setItem: (key, value) => void storage.set(key, value),
          },
          userId: 'ada',
          amount: 350,
          now: Date.now,
        }),
        alert: async (message) => void world.alerts.push(message),
        leave: () => (world.left += 1),
        isOnline: () => world.isOnline,
        now: Date.now,
        setTimer: (callback, ms) => {
          const timer = setTimeout(callback, ms);
          return () => clearTimeout(timer);
        },
      });
      flow.start();
      return flow;
    },
  };
  return world;
}

type World = ReturnType<typeof createWorld>;

function cardThat(outcome: Confirmation | Promise<Confirmation>, isWhole = true) {
  const card = {
    secrets: [] as string[],
    check: () => isWhole,
    confirm: async (clientSecret: string) => {
      card.secrets.push(clientSecret);
      return outcome;
    },
  };
  return card satisfies CardEntry;
}

const stepOf = (flow: PaymentFlow) => flow.step.getSnapshot().step;
const settle = () => vi.advanceTimersByTimeAsync(0);

let world: World;
beforeEach(() => {
  vi.useFakeTimers({ now: 1_000_000 });
  world = createWorld();
  return () => vi.useRealTimers();
});

const paid = (): void => void (world.payment = ok({ ...OPEN, state: 'paid', paidAt: 1 }));

describe('paying', () => {
  test('a card that is taken leads to the credits, one alert, and away', async () => {
    const flow = world.open();
    await flow.pay(cardThat({ status: 'succeeded' }));
    await settle();
    expect(flow.step.getSnapshot()).toMatchObject({ step: 'waiting', isReceived: true });
    expect(world.alerts).toEqual([]);
    paid();
    await vi.advanceTimersByTimeAsync(5000);
    expect(world.alerts).toEqual([PAID]);
    expect(world.left).toBe(1);
  });

  test('two presses are one payment', async () => {
    const flow = world.open();
    const card = cardThat({ status: 'succeeded' });
    await Promise.all([flow.pay(card), flow.pay(card)]);
    expect(world.intents).toBe(1);
    expect(card.secrets).toEqual(['secret']);
  });

  test('what is typed wrong is not sent, and makes no payment', async () => {
    const flow = world.open();
    await flow.pay(cardThat({ status: 'succeeded' }, false));
    expect(world.intents).toBe(0);
    expect(stepOf(flow)).toBe('entering');
  });

  test('without a network it says so, and makes no payment', async () => {
    world.isOnline = false;
    const flow = world.open();
    await flow.pay(cardThat({ status: 'succeeded' }));
    expect(world.intents).toBe(0);
    expect(world.alerts).toEqual([expect.stringContaining('You’re offline.')]);
    expect(stepOf(flow)).toBe('entering');
  });

  test.each<[ErrorCode, string]>([
    ['unavailable', 'Payment error: Failed to get client secret.'],
    ['deadline-exceeded', 'Payment error: Failed to get client secret.'],
    ['no-client-secret', 'Payment error: Failed to get client secret.'],
    ['user-document-not-found', 'Payment error: User document not found'],
    ['package-unknown', 'Payment error: We don’t sell that package. Go back and choose one.'],
  ])('no payment because of %s: %s', async (code, message) => {
    world.intent = refusal(code);
    const flow = world.open();
    const card = cardThat({ status: 'succeeded' });
    await flow.pay(card);
    expect(world.alerts).toEqual([message]);
    expect(card.secrets).toEqual([]);
    expect(stepOf(flow)).toBe('entering');
  });

  test('a declined card leaves the form, and the next card pays the same payment', async () => {
    const flow = world.open();
    await flow.pay(cardThat({ status: 'failed', message: 'Your card was declined.' }));
    expect(world.alerts).toEqual(['Payment failed: Your card was declined.']);
    expect(stepOf(flow)).toBe('entering');
    paid();
    await flow.pay(cardThat({ status: 'succeeded' }));
    await settle();
    expect(world.alerts.at(-1)).toBe(PAID);
  });

  test('a card that never came to a bank is no failed payment', async () => {
    const flow = world.open();
    await flow.pay(cardThat({ status: 'refused', message: 'Too many requests.' }));
    expect(world.alerts).toEqual(['Payment error: Too many requests.']);
    expect(stepOf(flow)).toBe('entering');
  });
});

describe('an outcome that nobody knows', () => {
  const breaksOff: CardEntry = { ...cardThat({ status: 'unknown' }), confirm: () => Promise.reject(new Error('gone')) };

  test('is not called a failure: it is asked for, and found', async () => {
    const flow = world.open();
    await flow.pay(breaksOff);
    await settle();
    expect(flow.step.getSnapshot()).toEqual({
      step: 'waiting',
      isReceived: false,
      isLong: false,
      mayPayAgain: false,
    });
    world.payment = refusal('unavailable');
    await vi.advanceTimersByTimeAsync(5000);
    expect(world.alerts).toEqual([]);
    paid();
    await vi.advanceTimersByTimeAsync(5000);
    expect(world.alerts).toEqual([PAID]);
  });

  test('turns out to be a decline', async () => {
    const flow = world.open();
    await flow.pay(breaksOff);
    world.payment = ok({ ...OPEN, problem: 'Your card has expired.' });
    await vi.advanceTimersByTimeAsync(10_000);
    expect(world.alerts).toEqual(['Payment failed: Your card has expired.']);
    expect(stepOf(flow)).toBe('entering');
  });

  test('is not mistaken for the decline of the card before', async () => {
    const flow = world.open();
    world.payment = ok({ ...OPEN, problem: 'Your card was declined.' });
    await flow.pay(cardThat({ status: 'failed', message: 'Your card was declined.' }));
    await flow.pay(breaksOff);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(world.alerts).toEqual(['Payment failed: Your card was declined.']);
    expect(stepOf(flow)).toBe('waiting');
  });

  test('lets another card be tried after a while, and still hears of the first', async () => {
    const flow = world.open();
    await flow.pay(breaksOff);
    flow.payWithAnotherCard();
    expect(stepOf(flow)).toBe('waiting');
    await vi.advanceTimersByTimeAsync(PAY_AGAIN_MS + 5000);
    flow.payWithAnotherCard();
    expect(stepOf(flow)).toBe('entering');
    paid();
    await vi.advanceTimersByTimeAsync(5000);
    expect(world.alerts).toEqual([PAID]);
  });

  test('is asked about before another card is charged', async () => {
    const flow = world.open();
    await flow.pay(breaksOff);
    await vi.advanceTimersByTimeAsync(PAY_AGAIN_MS + 5000);
    flow.payWithAnotherCard();
    paid();
    const second = cardThat({ status: 'succeeded' });
    await flow.pay(second);
    expect(second.secrets).toEqual([]);
    expect(world.intents).toBe(1);
    expect(world.alerts).toEqual([PAID]);
  });

  test('that is known at the last moment is not paid for again', async () => {
    const flow = world.open();
    await flow.pay(breaksOff);
    await vi.advanceTimersByTimeAsync(PAY_AGAIN_MS + 5000);
    flow.payWithAnotherCard();
    world.onIntent = () => {
      paid();
      world.intent = ok({ clientSecret: 'another', paymentId: 'p2' });
    };
    const second = cardThat({ status: 'succeeded' });
    await flow.pay(second);
    expect(second.secrets).toEqual([]);
    expect(world.alerts).toEqual([PAID]);
  });

  test('cannot be asked about: nothing more is charged', async () => {
    const flow = world.open();
    await flow.pay(breaksOff);
    await vi.advanceTimersByTimeAsync(PAY_AGAIN_MS + 5000);
    flow.payWithAnotherCard();
    world.payment = refusal('unavailable');
    const second = cardThat({ status: 'succeeded' });
    await flow.pay(second);
    expect(second.secrets).toEqual([]);
    expect(world.alerts).toEqual(['Payment error: Failed to get client secret.']);
    expect(stepOf(flow)).toBe('entering');
  });
});

describe('waiting for the credits', () => {
  test('says after half a minute that it takes long, and never offers to pay again for a card that was taken', async () => {
    const flow = world.open();
    await flow.pay(cardThat({ status: 'succeeded' }));
    await vi.advanceTimersByTimeAsync(LONG_MS - 6000);
    expect(flow.step.getSnapshot()).toMatchObject({ isLong: false });
    await vi.advanceTimersByTimeAsync(12_000);
    expect(flow.step.getSnapshot()).toEqual({ step: 'waiting', isReceived: true, isLong: true, mayPayAgain: false });
    paid();
    await vi.advanceTimersByTimeAsync(5000);
    expect(world.alerts).toEqual([PAID]);
  });

  test('asks at once when something has changed', async () => {
    const flow = world.open();
    await flow.pay(cardThat({ status: 'succeeded' }));
    await vi.advanceTimersByTimeAsync(20_000);
    paid();
    flow.wake();
    await settle();
    expect(world.alerts).toEqual([PAID]);
  });

  test('ends with the payment', async () => {
    const flow = world.open();
    await flow.pay(cardThat({ status: 'processing' }));
    world.payment = ok({ ...OPEN, state: 'cancelled' });
    await vi.advanceTimersByTimeAsync(5000);
    expect(world.alerts).toEqual(['Payment error: Payment cancelled. We charged nothing.']);
    expect(stepOf(flow)).toBe('entering');
  });

  test('is over when the page is left', async () => {
    const flow = world.open();
    await flow.pay(cardThat({ status: 'succeeded' }));
    flow.stop();
    paid();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(world.alerts).toEqual([]);
  });
});

describe('coming back', () => {
  async function leaveWhilePaying(outcome: Confirmation | Promise<Confirmation>): Promise<void> {
    const flow = world.open();
    void flow.pay(cardThat(outcome));
    await settle();
    flow.stop();
  }

  test('shows that it was paid, once', async () => {
    await leaveWhilePaying({ status: 'succeeded' });
    paid();
    expect(stepOf(world.open())).toBe('looking');
    await settle();
    expect(world.alerts).toEqual([PAID]);
    const third = world.open();
    await settle();
    expect(stepOf(third)).toBe('entering');
    expect(world.alerts).toEqual([PAID]);
  });

  test('in the middle of it, goes on waiting, with a way to another card', async () => {
    await leaveWhilePaying(new Promise(() => undefined));
    await vi.advanceTimersByTimeAsync(60_000);
    const flow = world.open();
    await settle();
    expect(flow.step.getSnapshot()).toMatchObject({ step: 'waiting', isReceived: false, mayPayAgain: true });
  });

  test('to a payment that was cancelled, finds the form and nothing to read', async () => {
    await leaveWhilePaying(new Promise(() => undefined));
    world.payment = ok({ ...OPEN, state: 'cancelled' });
    const flow = world.open();
    await settle();
    expect(stepOf(flow)).toBe('entering');
    expect(world.alerts).toEqual([]);
  });

  test('after a declined card, finds the form at once', async () => {
    await leaveWhilePaying({ status: 'failed', message: 'Your card was declined.' });
    world.alerts = [];
    expect(stepOf(world.open())).toBe('entering');
    await settle();
    expect(world.alerts).toEqual([]);
  });

  test('after more than an hour, finds the form', async () => {
    await leaveWhilePaying({ status: 'succeeded' });
    await vi.advanceTimersByTimeAsync(3_600_001);
    expect(stepOf(world.open())).toBe('entering');
  });
});

test('a payment that is being confirmed elsewhere is waited for', async () => {
  const flow = world.open();
  await flow.pay(cardThat({ status: 'failed', message: 'Your card was declined.' }));
  world.alerts = [];
  world.intent = refusal('payment-in-progress');
  await flow.pay(cardThat({ status: 'succeeded' }));
  expect(world.alerts).toEqual([expect.stringContaining('Payment error: We’re confirming a payment for this package')]);
  expect(stepOf(flow)).toBe('waiting');
  paid();
  await vi.advanceTimersByTimeAsync(5000);
  expect(world.alerts.at(-1)).toBe(PAID);
});
