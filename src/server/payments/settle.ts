import type { Clock } from '../clock.ts';
import type { Log } from '../log.ts';
import type { CommandQueue } from '../commands/command-queue.ts';
import type { Storage } from '../storage/engine.ts';
import type { Transaction } from 'kysely';
import { payForWaiting } from '../pricing/pay-for-waiting.ts';
import { giveToAccount, takeUpToFromAccount } from '../storage/ledger.ts';
import { queueMail } from '../storage/mail.ts';
import { findPayer, lockPayment, type PaymentRow, updatePayment } from '../storage/payments.ts';
import type { Schema } from '../storage/schema.ts';
import { wordsIn } from '../words/in-language.ts';
import type { Intent, PaymentProvider } from './provider.ts';

export interface PaymentParts {
  readonly storage: Storage;
  readonly provider: PaymentProvider;
  readonly queue: CommandQueue;
  readonly clock: Clock;
  readonly log: Log;
  readonly support: string;
  /** Called after the commit. */
  onMailQueued(): void;
  onAccountChanged(userId: string): void;
}

/** Outcome of settling a payment. */
export type Settlement = 'nothing' | 'credited' | 'refunded' | 'cancelled' | 'mismatch';

/**
 * Brings a payment to the provider's state of it, however often and in whatever order that is heard: under the lock on
 * its row, credits are given once for the payment, and taken back once for what was refunded.
 */
export async function settle(parts: PaymentParts, paymentId: string, intent: Intent): Promise<Settlement> {
  const { storage, clock, log } = parts;
  const { settlement, payment } = await storage.db.transaction().execute(async (trx) => {
    const locked = await lockPayment(trx, storage.engine, paymentId);
    return { settlement: await settleLocked(trx, parts, locked, intent), payment: locked };
  });
  if (settlement === 'mismatch') {
    const { id: intentId, receivedCents, currency } = intent;
    const fields = { paymentId, intentId, receivedCents, currency, priceCents: payment.priceCents };
    log.error('A payment is not of its price, and was not credited', fields);
  }
  if (settlement !== 'credited' && settlement !== 'refunded') return settlement;
  log.info('A payment is settled', { paymentId, settlement });
  parts.onMailQueued();
  const payer = await findPayer(storage.db, payment.account);
  if (payer === undefined) return settlement;
  if (settlement === 'credited') {
    try {
      await payForWaiting(storage.db, parts.queue, payer.userId, clock.now());
    } catch (error) {
      // A failure here is only logged: the credits are stored, and a provider that was told of a failure would send the
      // message again for nothing.
      log.error('What waits for credits could not be paid for', { error });
    }
  }
  parts.onAccountChanged(payer.userId);
  return settlement;
}

async function settleLocked(
  trx: Transaction<Schema>,
  parts: PaymentParts,
  payment: PaymentRow,
  intent: Intent,
): Promise<Settlement> {
  const now = parts.clock.now();
  const { id, account, amount, priceCents } = payment;
  if (payment.intentId === null) await updatePayment(trx, id, { intentId: intent.id });
  if (intent.state === 'cancelled') {
    if (payment.state !== 'open') return 'nothing';
    await updatePayment(trx, id, { state: 'cancelled', problem: intent.problem });
    return 'cancelled';
  }
  if (intent.state !== 'paid') {
    const isNews = payment.state === 'open' && intent.problem !== payment.problem;
    if (isNews) await updatePayment(trx, id, { problem: intent.problem });
    return 'nothing';
  }
  let settlement: Settlement = 'nothing';
  const payer = await findPayer(trx, account);
  if (payment.paidAt === null) {
    if (intent.currency !== 'usd' || intent.receivedCents !== priceCents) {
      await updatePayment(trx, id, { problem: 'The amount that was paid is not the price.' });
      return 'mismatch';
    }
    const gift = { account, kind: 'purchase', cause: `purchase:${id}`, subjectId: id, amount, now } as const;
    await giveToAccount(trx, gift);
    await updatePayment(trx, id, { state: 'paid', paidAt: now, problem: null });
    if (payer !== undefined) {
      const { receiptMail } = wordsIn(payer.language);
      await queueMail(trx, receiptMail(payer, { ...payment, paidAt: now }, parts.support), now);
    }
    settlement = 'credited';
  }
  if (intent.refundedCents <= payment.refundedCents) return settlement;
  return takeBack(trx, parts, { payment, refundedCents: intent.refundedCents, payer, now });
}

interface TakingBack {
  readonly payment: PaymentRow;
  readonly refundedCents: number;
  readonly payer: { readonly email: string; readonly language: string | null } | undefined;
  readonly now: number;
}

/** Credits of the refunded part that are left are taken back; those already spent are recorded as owed. */
async function takeBack(
  trx: Transaction<Schema>,
  { support }: PaymentParts,
  { payment, refundedCents, payer, now }: TakingBack,
): Promise<Settlement> {
  const { id, account, amount, priceCents } = payment;
  const isWhole = refundedCents >= priceCents;
  const dueInAll = isWhole ? amount : Math.floor((amount * refundedCents) / priceCents);
  const due = dueInAll - payment.takenBack - payment.owed;
  const cause = `refund:${id}:${refundedCents}`;
  const taken = await takeUpToFromAccount(trx, { account, kind: 'refund', cause, subjectId: id, amount: due, now });
  await updatePayment(trx, id, {
    state: 'refunded',
    refundedCents,
    takenBack: payment.takenBack + taken,
    owed: payment.owed + due - taken,
  });
  if (payer !== undefined) {
    const refunded = { cents: refundedCents - payment.refundedCents, credits: taken };
    await queueMail(trx, wordsIn(payer.language).refundMail(payer, payment, refunded, support), now);
  }
  return 'refunded';
}
