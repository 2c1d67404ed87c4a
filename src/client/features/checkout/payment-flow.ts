import type { Result } from '../../../domain/result.ts';
import type { Payment } from '../../../protocol/payments.ts';
import type { CallError } from '../../session/api.ts';
import { createObserved, type Observable } from '../../sync/observable.ts';
import type { CardEntry, Confirmation } from './card-entry.ts';
import type { KeptPayment, PaymentMemory, PaymentStage } from './kept-payments.ts';
import { createPauses, pauseAfter, type SetTimer } from './pauses.ts';

export type CheckoutStep =
  /** A payment made here before is being looked up. */
  | { readonly step: 'looking' }
  | { readonly step: 'entering' }
  | { readonly step: 'paying' }
  | Waiting
  | { readonly step: 'paid' };

export interface Waiting {
  readonly step: 'waiting';
  /** True: the card was taken, and the credits are on their way. False: the outcome is not known yet. */
  readonly isReceived: boolean;
  readonly isLong: boolean;
  readonly mayPayAgain: boolean;
}

export interface Intent {
  readonly clientSecret: string;
  readonly paymentId: string;
}

export interface PaymentPorts {
  readonly createIntent: () => Promise<Result<Intent, CallError>>;
  readonly readPayment: (paymentId: string) => Promise<Result<Payment, CallError>>;
  readonly memory: PaymentMemory;
  /** Resolves when the message was read. */
  readonly alert: (message: string) => Promise<void>;
  /** Leaves the checkout, when everything is done. */
  readonly leave: () => void;
  readonly isOnline: () => boolean;
  readonly now: () => number;
  readonly setTimer: SetTimer;
}

/**
 * One purchase, from Pay Now to the credits. No buyer is charged twice: one press is one payment, a second card is
 * tried on the same payment, and a payment with an unknown outcome is looked up before anything else is paid.
 */
export interface PaymentFlow {
  readonly step: Observable<CheckoutStep>;
  readonly start: () => void;
  readonly stop: () => void;
  readonly pay: (card: CardEntry) => Promise<void>;
  /** Back to the card, from a wait for an unknown outcome. The outcome is still listened for. */
  readonly payWithAnotherCard: () => void;
  /** Something has changed: asks now instead of later. */
  readonly wake: () => void;
}

export const LONG_MS = 30_000;
/** A lost answer is mostly found within this time; only then is another card offered. */
export const PAY_AGAIN_MS = 8_000;
/** A problem that the server names may be that of an earlier card. It is gone by then if the payment goes through. */
const BELIEVE_PROBLEM_MS = 5_000;

export const PAID = 'Payment successful! Credits added.';
const NO_SECRET = 'Failed to get client secret.';
const OFFLINE = 'You’re offline. We charged nothing. Try again when the connection is back.';
const CANCELLED = 'Payment cancelled. We charged nothing.';

/** Codes of calls that got no answer of the server's own. */
const UNANSWERED = ['unavailable', 'deadline-exceeded', 'cancelled'];

export function createPaymentFlow(ports: PaymentPorts): PaymentFlow {
  const { memory } = ports;
  const pauses = createPauses(ports.setTimer);
  const isUnderWay = (kept: KeptPayment | null): kept is KeptPayment => kept !== null && kept.stage !== 'open';
  const step = createObserved<CheckoutStep>({ step: isUnderWay(memory.recall()) ? 'looking' : 'entering' });
  /** Work of an earlier turn is ignored when it ends. */
  let turn = 0;

  const isAt = (name: CheckoutStep['step']): boolean => step.getSnapshot().step === name;
  const showForm = (): void => step.set({ step: 'entering' });

  function showWaiting({ stage, at }: KeptPayment): void {
    const waited = ports.now() - at;
    const isLong = waited >= LONG_MS;
    const mayPayAgain = stage === 'sent' ? waited >= PAY_AGAIN_MS : stage === 'processing' && isLong;
    step.set({ step: 'waiting', isReceived: stage !== 'sent', isLong, mayPayAgain });
  }

  /** Follows the payment until it has ended. */
  async function follow(kept: KeptPayment): Promise<void> {
    const mine = (turn += 1);
    for (let asked = 0; ; asked += 1) {
      const answer = await ports.readPayment(kept.paymentId);
      if (turn !== mine || (await hasEnded(kept, answer)) || kept.stage === 'open') return;
      if (!isAt('entering')) showWaiting(kept);
      await pauses.pause(pauseAfter(asked));
      if (turn !== mine) return;
    }
  }

  async function hasEnded(kept: KeptPayment, answer: Result<Payment, CallError>): Promise<boolean> {
    if (!answer.ok) {
      if (answer.error.code === 'payment-not-found') return end(answer.error.message);
      return false;
    }
    const { state, problem } = answer.value;
    if (state === 'paid') return celebrate();
    if (state !== 'open') return end(CANCELLED);
    const mayFail = kept.stage === 'sent' || kept.stage === 'processing';
    const isOfThisCard = !kept.hasFailed && ports.now() - kept.at >= BELIEVE_PROBLEM_MS;
    if (problem === null || !mayFail || !isOfThisCard) return false;
    await takeBack(kept.paymentId, true, `Payment failed: ${problem}`);
    return true;
  }

  /** A buyer who has only just come back to the page has not asked, and is shown no message. */
  async function end(reason: string): Promise<true> {
    const wasAwaited = isAt('waiting');
    memory.forget();
    showForm();
    if (wasAwaited) await ports.alert(`Payment error: ${reason}`);
    return true;
  }

  async function celebrate(): Promise<true> {
    const mine = (turn += 1);
    memory.forget();
    step.set({ step: 'paid' });
    await ports.alert(PAID);
    if (turn === mine) ports.leave();
    return true;
  }

  /** Nothing was charged: the form is shown again, for the same payment. */
  async function takeBack(paymentId: string, hasFailed: boolean, message: string): Promise<void> {
    memory.keep({ paymentId, stage: 'open', at: ports.now(), hasFailed });
    showForm();
    await ports.alert(message);
  }

  function waitFor(paymentId: string, stage: PaymentStage, hasFailed: boolean): void {
    const kept: KeptPayment = { paymentId, stage, at: ports.now(), hasFailed };
    memory.keep(kept);
    showWaiting(kept);
    void follow(kept);
  }

  /** A payment that may have gone through is not paid for a second time. True when there is nothing to pay now. */
  async function isSettledBefore(): Promise<boolean> {
    const kept = memory.recall();
    if (!isUnderWay(kept)) return false;
    const answer = await ports.readPayment(kept.paymentId);
    if (answer.ok) return answer.value.state === 'paid' && celebrate();
    if (answer.error.code === 'payment-not-found') return false;
    await explain(answer.error);
    return true;
  }

  async function explain(error: CallError): Promise<void> {
    const kept = memory.recall();
    if (error.code === 'payment-in-progress' && kept !== null) waitFor(kept.paymentId, 'sent', kept.hasFailed);
    else {
      showForm();
      if (isUnderWay(kept)) void follow(kept);
    }
    await ports.alert(`Payment error: ${UNANSWERED.includes(error.code) ? NO_SECRET : error.message}`);
  }

  async function confirm(card: CardEntry, { clientSecret, paymentId }: Intent): Promise<void> {
    const mine = turn;
    const before = memory.recall();
    // A new payment means that the one before has ended meanwhile, perhaps as paid.
    if (before?.paymentId !== paymentId && ((await isSettledBefore()) || turn !== mine)) return;
    const hasFailed = before?.paymentId === paymentId && before.hasFailed;
    // Stored before it is sent: a tab that is closed in this moment must find the payment again.
    memory.keep({ paymentId, stage: 'sent', at: ports.now(), hasFailed });
    const outcome = await card.confirm(clientSecret).catch((): Confirmation => ({ status: 'unknown' }));
    if (turn !== mine) return;
    if (outcome.status === 'failed') await takeBack(paymentId, true, `Payment failed: ${outcome.message}`);
    else if (outcome.status === 'refused') await takeBack(paymentId, hasFailed, `Payment error: ${outcome.message}`);
    else waitFor(paymentId, outcome.status === 'unknown' ? 'sent' : outcome.status, hasFailed);
  }

  async function pay(card: CardEntry): Promise<void> {
    if (!isAt('entering') || !card.check()) return;
    if (!ports.isOnline()) return ports.alert(OFFLINE);
    step.set({ step: 'paying' });
    const mine = (turn += 1);
    if ((await isSettledBefore()) || turn !== mine) return;
    const intent = await ports.createIntent();
    if (turn !== mine) return;
    if (intent.ok) await confirm(card, intent.value);
    else await explain(intent.error);
  }

  return {
    step,
    start() {
      const kept = memory.recall();
      if (kept !== null) void follow(kept);
    },
    stop() {
      turn += 1;
      pauses.wake();
    },
    pay,
    payWithAnotherCard() {
      const now = step.getSnapshot();
      if (now.step === 'waiting' && now.mayPayAgain) showForm();
    },
    wake: pauses.wake,
  };
}
