import { ok, refuse, type Result } from '../../domain/result.ts';
import { findPayable, payForWaiting } from '../pricing/pay-for-waiting.ts';
import { type Rounds, startRounds } from '../rounds.ts';
import {
  claimDuePayment,
  findPayment,
  listToReconcile,
  lockPayment,
  type PaymentRow,
  updatePayment,
} from '../storage/payments.ts';
import type { PaymentParts } from './settle.ts';
import { settle, type Settlement } from './settle.ts';

const EVERY_MS = 60_000;
/**
 * Payments open for a day are cancelled: a buyer does not pay for yesterday's choice, and cancelling finds what was
 * paid.
 */
const OPEN_MS = 24 * 3_600_000;
/** Refunds may come months after the payment. */
const REFUNDED_WITHIN_MS = 180 * 24 * 3_600_000;

/** Messages get lost: the provider is asked about every open payment, more rarely the longer it has been open. */
export function startReconciliation(parts: PaymentParts): Rounds {
  const rounds = startRounds({
    everyMs: EVERY_MS,
    onFailure: (error) => parts.log.error('Payments could not be checked; the next round goes on', { error }),
    round: () => lookAfter(parts),
  });
  rounds.wake();
  return rounds;
}

async function lookAfter(parts: PaymentParts): Promise<void> {
  await checkDue(parts);
  await payWhatWaits(parts);
}

/** Pays for what still waits though the credits are there: the server was killed between the credits and the paying. */
export async function payWhatWaits({ storage, queue, clock, onAccountChanged }: PaymentParts): Promise<void> {
  for (const userId of await findPayable(storage.db)) {
    await payForWaiting(storage.db, queue, userId, clock.now());
    onAccountChanged(userId);
  }
}

/** Checks all payments that are due. Resolves with the number that changed. */
export async function checkDue(parts: PaymentParts): Promise<number> {
  let settled = 0;
  for (;;) {
    const payment = await claimDuePayment(parts.storage.db, parts.clock.now());
    if (payment === undefined) return settled;
    const outcome = await check(parts, payment);
    if (outcome !== 'nothing' && outcome !== 'unavailable') settled += 1;
  }
}

type Checked = Settlement | 'unavailable';

async function check(parts: PaymentParts, payment: PaymentRow): Promise<Checked> {
  const { provider, clock, log, storage } = parts;
  if (payment.provider !== provider.name) return 'nothing';
  const isOld = payment.state === 'open' && payment.createdAt <= clock.now() - OPEN_MS;
  if (payment.intentId === null) {
    if (!isOld) return 'nothing';
    // The intent's secret was never handed out, so it cannot have been paid.
    return storage.db.transaction().execute(async (trx) => {
      const locked = await lockPayment(trx, storage.engine, payment.id);
      if (locked.state !== 'open' || locked.intentId !== null) return 'nothing';
      await updatePayment(trx, payment.id, { state: 'cancelled' });
      return 'cancelled';
    });
  }
  const intent = isOld ? await provider.cancelIntent(payment.intentId) : await provider.readIntent(payment.intentId);
  if (intent.ok) return settle(parts, payment.id, intent.value);
  log.warn('The payment provider could not be asked', { paymentId: payment.id, ...intent.error });
  return 'unavailable';
}

export interface ReconciliationCount {
  readonly looked: number;
  readonly by: Readonly<Partial<Record<Checked, number>>>;
}

/** Checks every open payment and the refunds of the last months at once, due or not. */
export async function reconcileAll(parts: PaymentParts): Promise<ReconciliationCount> {
  const { storage, provider, clock } = parts;
  const payments = await listToReconcile(storage.db, provider.name, clock.now() - REFUNDED_WITHIN_MS);
  const by: Partial<Record<Checked, number>> = {};
  for (const payment of payments) {
    const outcome = await check(parts, payment);
    by[outcome] = (by[outcome] ?? 0) + 1;
  }
  return { looked: payments.length, by };
}

export async function refundPayment(parts: PaymentParts, paymentId: string): Promise<Result<PaymentRow, string>> {
  const { storage, provider } = parts;
  const payment = await findPayment(storage.db, paymentId);
  if (payment === undefined) return refuse(`There is no payment ${paymentId}.`);
  if (payment.provider !== provider.name) {
    return refuse(
      `${paymentId} was paid through '${payment.provider}', and this installation uses '${provider.name}'.`,
    );
  }
  if (payment.intentId === null || payment.paidAt === null) return refuse(`${paymentId} has not been paid.`);
  if (payment.refundedCents >= payment.priceCents) return refuse(`${paymentId} has been refunded already.`);
  const intent = await provider.refund(payment.id, payment.intentId);
  if (!intent.ok) return refuse(`The payment provider did not refund it: ${intent.error.reason}`);
  await settle(parts, payment.id, intent.value);
  return ok((await findPayment(storage.db, paymentId))!);
}
