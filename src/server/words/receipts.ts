import { LANGUAGE, plural, word } from '../../domain/language.ts';
import { formatDate, formatTimeOfDay } from '../../domain/timing/local-time.ts';
import { epochMs } from '../../domain/units.ts';
import type { NewMail } from '../storage/mail.ts';
import { greet } from './account-mail.ts';
import { lines } from './plain-words.ts';

/** Payment as a receipt shows it. */
export interface PaidPayment {
  readonly id: string;
  readonly provider: string;
  readonly amount: number;
  readonly priceCents: number;
  readonly paidAt: number | null;
  readonly refundedCents: number;
  /** The buyer's zone. Null for payments of the release before: their moments are in UTC. */
  readonly zone: string | null;
}

/** For example `$9.00`, in German `9,00 $`. */
const dollars = (cents: number): string =>
  (cents / 100).toLocaleString(LANGUAGE, { style: 'currency', currency: 'USD', currencyDisplay: 'narrowSymbol' });

const credits = (amount: number): string => plural(amount, `${amount} credit`, `${amount} credits`);

function writePaidAt(paidAt: number | null, zone: string | null): string {
  if (paidAt === null) return word('not paid');
  const [at, in_] = [epochMs(paidAt), zone ?? 'UTC'];
  return `${formatDate(at, in_)}, ${formatTimeOfDay(at, in_).slice(0, 5)} (${in_})`;
}

/** The receipt has the same words in the mail and in the file for download. */
export function receiptText(payment: PaidPayment, email: string): string {
  const { id, provider, amount, priceCents, paidAt, refundedCents, zone } = payment;
  const rows = [
    [word('Receipt', 'of a payment'), id],
    [word('Date'), writePaidAt(paidAt, zone)],
    [word('For', 'what was paid for'), plural(amount, `${amount} Pushoff credit`, `${amount} Pushoff credits`)],
    [word('Price'), `${dollars(priceCents)} USD, paid by card`],
    [word('Account'), email],
    ...(refundedCents > 0 ? [[word('Refunded'), `${dollars(refundedCents)} USD`] as const] : []),
    ...(provider === 'sandbox' ? [[word('Note'), 'Test mode. We charged no card.'] as const] : []),
  ] as const;
  const width = Math.max(...rows.map(([name]) => name.length)) + 2;
  return rows.map(([name, value]) => `${name}:`.padEnd(width) + value).join('\n');
}

export function receiptMail(payer: { email: string }, payment: PaidPayment, support: string): NewMail {
  const bought = credits(payment.amount);
  return {
    to: payer.email,
    subject: `Your receipt: ${bought} for ${dollars(payment.priceCents)}`,
    text: lines(
      greet(),
      `Thank you. Your account has ${bought} more.`,
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
      greet(),
      `We’ve refunded ${dollars(refunded.cents)} to your card. It can take a few days to show up. We took ${credits(refunded.credits)} out of your account.`,
      receiptText({ ...payment, refundedCents: payment.refundedCents + refunded.cents }, payer.email),
      `Questions about this refund: ${support}`,
    ),
  };
}
