import * as z from 'zod/mini';
import { code } from './text.ts';
import { timeZone } from './time-zone.ts';

/**
 * The credits of a package, and its price in dollars if the caller wants the price checked. The amount charged always
 * comes from the server's own table. `zone`: the buyer's, for the moment on the receipt.
 */
const packageAsked = code('package-unknown');
export const paymentIntentRequest = z.object(
  {
    data: z.object(
      { amount: z.number(packageAsked), price: z.optional(z.number(packageAsked)), zone: z.optional(timeZone) },
      packageAsked,
    ),
  },
  packageAsked,
);

export interface PaymentIntentAnswer {
  readonly data: { readonly clientSecret: string; readonly paymentId: string };
}

/** Way in which the checkout takes a card. The sandbox takes test numbers only; with Stripe the server never sees the card. */
export type CardField =
  | { readonly provider: 'sandbox' }
  | { readonly provider: 'stripe'; readonly publishableKey: string };

/** `paid` is set only once the credits are in the account. */
export type PaymentState = 'open' | 'paid' | 'cancelled' | 'refunded';

export interface Payment {
  readonly id: string;
  /** In credits. */
  readonly amount: number;
  readonly priceCents: number;
  readonly state: PaymentState;
  /** Reason why the last card was refused, in its bank's words. */
  readonly problem: string | null;
  readonly createdAt: number;
  readonly paidAt: number | null;
}
export interface PaymentAnswer {
  readonly payment: Payment;
}

export type CreditKind = 'welcome' | 'grant' | 'purchase' | 'event' | 'racer' | 'refund' | 'adjustment';

/** One movement of credits, as the owner of the account sees it. */
export interface CreditLine {
  /** The movements of an account are counted from 1. */
  readonly number: number;
  readonly at: number;
  readonly kind: CreditKind;
  /** The event or racer that was paid for; null when it is gone, and for every other movement. */
  readonly subject: string | null;
  /** Positive when credits were received. */
  readonly amount: number;
  readonly balance: number;
  /** Set for a purchase or its refund: there is a receipt. */
  readonly paymentId: string | null;
}

/** The newest line comes first. */
export interface CreditHistory {
  readonly lines: readonly CreditLine[];
  readonly hasMore: boolean;
}

/** Card data reaches only the sandbox, and only as numbers that no bank has issued. */
const cardText = z.string().check(z.maxLength(32));
export const sandboxConfirmation = z.object({
  clientSecret: z.string().check(z.minLength(1), z.maxLength(200)),
  card: z.object({ number: cardText, expiry: cardText, cvc: cardText }),
});
export type SandboxConfirmation = z.infer<typeof sandboxConfirmation>;

export const sandboxAuthentication = z.object({
  clientSecret: z.string().check(z.minLength(1), z.maxLength(200)),
  outcome: z.enum(['complete', 'fail']),
});
export type SandboxAuthentication = z.infer<typeof sandboxAuthentication>;

/** The outcome of a card. `failed` names the reason in words for the buyer; the same payment can be tried again. */
export type CardOutcome =
  | { readonly status: 'succeeded' | 'processing' | 'requires_action' }
  | { readonly status: 'failed'; readonly message: string };

export interface TestCard {
  readonly number: string;
  readonly does: string;
  readonly outcome: TestCardOutcome;
}
export type TestCardOutcome =
  | { readonly kind: 'pays' | 'asks' | 'asks-then-declines' | 'breaks-off' }
  | { readonly kind: 'declines'; readonly message: string };

const declined = 'Your card was declined.';

/** Numbers that card providers publish for tests. Any future date and any three digits go with them. */
export const TEST_CARDS: readonly TestCard[] = [
  { number: '4242424242424242', does: 'Pays', outcome: { kind: 'pays' } },
  { number: '5555555555554444', does: 'Pays (Mastercard)', outcome: { kind: 'pays' } },
  { number: '378282246310005', does: 'Pays (American Express)', outcome: { kind: 'pays' } },
  { number: '4000002500003155', does: 'The bank asks to confirm, then pays', outcome: { kind: 'asks' } },
  {
    number: '4000008400001629',
    does: 'The bank asks to confirm, then declines',
    outcome: { kind: 'asks-then-declines' },
  },
  { number: '4000000000000002', does: 'Declined', outcome: { kind: 'declines', message: declined } },
  {
    number: '4000000000009995',
    does: 'Declined: not enough money',
    outcome: { kind: 'declines', message: 'Your card has insufficient funds.' },
  },
  {
    number: '4000000000000069',
    does: 'Declined: expired',
    outcome: { kind: 'declines', message: 'Your card has expired.' },
  },
  {
    number: '4000000000000127',
    does: 'Declined: wrong security code',
    outcome: { kind: 'declines', message: "Your card's security code is incorrect." },
  },
  {
    number: '4000000000000119',
    does: 'The connection breaks off before the answer, and the payment goes through',
    outcome: { kind: 'breaks-off' },
  },
];

export function findTestCard(typed: string): TestCard | undefined {
  const number = typed.replaceAll(/[\s-]/g, '');
  return TEST_CARDS.find((card) => card.number === number);
}
