import type { PaymentParts } from '../payments/settle.ts';
import { reconcileAll, refundPayment } from '../payments/reconcile.ts';
import { type AdminAnswer, done, failed, printable } from './answers.ts';

export const paymentUsage = `  reconcile                ask the payment provider about every open payment, and about refunds
  refund PAYMENT           give all of a payment back, and take its credits back`;

export async function reconcile(payments: PaymentParts): Promise<AdminAnswer> {
  const { looked, by } = await reconcileAll(payments);
  const outcomes = Object.entries(by).map(([outcome, count]) => `${count} ${words[outcome] ?? outcome}`);
  const text = `Looked at ${looked} payments${looked === 0 ? '' : `: ${outcomes.join(', ')}`}.`;
  return by.unavailable === undefined && by.mismatch === undefined ? done(text) : failed(text);
}

const words: Readonly<Record<string, string>> = {
  nothing: 'as they were',
  unavailable: 'could not be asked for',
  mismatch: 'paid with an amount that is not the price',
};

export async function refund(payments: PaymentParts, paymentId: string): Promise<AdminAnswer> {
  const refunded = await refundPayment(payments, paymentId);
  if (!refunded.ok) return failed(printable(refunded.error));
  const { refundedCents, takenBack, owed } = refunded.value;
  const rest = owed > 0 ? ` ${owed} credits had been spent, and are owed.` : '';
  return done(`$${(refundedCents / 100).toFixed(2)} go back to the card. ${takenBack} credits were taken back.${rest}`);
}
