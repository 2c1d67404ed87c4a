import type { NewMail } from '../storage/mail.ts';
import { GREETING, lines } from './texts.ts';

/** Payment as a receipt shows it. */
export interface PaidPayment {
  readonly id: string;
  readonly provider: string;
  readonly amount: number;
  readonly priceCents: number;
  readonly paidAt: number | null;
  readonly refundedCents: number;
}

export const dollars = (cents: number): string => `$${(cents / 100).toFixed(2)}`;

/** The receipt has the same words in the mail and in the file for download. */
export function receiptText(payment: PaidPayment, email: string): string {
  const { id, provider, amount, priceCents, paidAt, refundedCents } = payment;
  const rows = [
    ['Receipt', id],
    ['Date', paidAt === null ? 'not paid' : `${new Date(paidAt).toISOString().slice(0, 16).replace('T', ' ')} UTC`],
    ['For', `${amount} Pushoff credits`],
    ['Price', `${dollars(priceCents)} USD, paid by card`],
    ['Account', email],
    ...(refundedCents > 0 ? [['Refunded', `${dollars(refundedCents)} USD`]] : []),
    ...(provider === 'sandbox' ? [['Note', 'Test mode: no card was charged.']] : []),
  ] as const;
  return rows.map(([name, value]) => `${`${name}:`.padEnd(10)} ${value}`).join('\n');
}

export function receiptMail(payer: { email: string }, payment: PaidPayment, support: string): NewMail {
  return {
    to: payer.email,
    subject: `Your receipt: ${payment.amount} credits for ${dollars(payment.priceCents)}`,
    text: lines(
      GREETING,
      `Thank you. ${payment.amount} credits are in your account.`,
      receiptText(payment, payer.email),
      `Questions about this payment: ${support}`,
    ),
  };
}

export function refundMail(
  payer: { email: string },
  payment: PaidPayment,
  refunded: { cents: number; credits: number },
  support: string,
): NewMail {
  return {
    to: payer.email,
    subject: `Your refund of ${dollars(refunded.cents)}`,
    text: lines(
      GREETING,
      `${dollars(refunded.cents)} of your payment go back to your card; banks take some days for it. ${refunded.credits} credits were taken out of your account.`,
      receiptText({ ...payment, refundedCents: payment.refundedCents + refunded.cents }, payer.email),
      `Questions about this refund: ${support}`,
    ),
  };
}
