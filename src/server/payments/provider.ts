import type { Result } from '../../domain/result.ts';
import type { CardField } from '../../protocol/payments.ts';

/**
 * Whoever charges cards for us. We create an intent and hand its secret to the page, which confirms the card with the
 * provider; what became of it reaches us by signed messages, and by asking.
 */
export interface PaymentProvider {
  readonly name: 'sandbox' | 'stripe';
  /** What the checkout needs to take a card. */
  readonly cardField: CardField;
  /** The same payment twice gets the same intent, so that an answer that was lost costs nobody a second charge. */
  createIntent(payment: IntentRequest): Promise<Result<Intent, ProviderProblem>>;
  readIntent(intentId: string): Promise<Result<Intent, ProviderProblem>>;
  /** From then on it cannot be paid. Resolves with what it is now: it may have been paid just before. */
  cancelIntent(intentId: string): Promise<Result<Intent, ProviderProblem>>;
  /** Gives back all that was paid. The same payment twice is refunded once. */
  refund(paymentId: string, intentId: string): Promise<Result<Intent, ProviderProblem>>;
  /** Null for a message that is none of the provider's: forged, tampered with, or too old. */
  readWebhook(body: Buffer, header: (name: string) => string | undefined): ProviderMessage | null;
}

export interface IntentRequest {
  readonly paymentId: string;
  readonly priceCents: number;
  /** In words, for the buyer's statement at the provider. */
  readonly description: string;
}

export interface Intent {
  readonly id: string;
  /** Ours, as we gave it to the provider; null for an intent that is not from here. */
  readonly paymentId: string | null;
  readonly clientSecret: string;
  /** `open`: a card can still be tried. `processing`: a card was taken, the outcome is not known yet. */
  readonly state: 'open' | 'processing' | 'paid' | 'cancelled';
  readonly currency: string;
  readonly receivedCents: number;
  readonly refundedCents: number;
  /** Why the last card was not taken. */
  readonly problem: string | null;
}

/**
 * A message is only a reason to ask what became of an intent: it may be late, twice or in any order, and what counts is
 * what the provider says when it is asked.
 */
export interface ProviderMessage {
  readonly id: string;
  readonly type: string;
  /** Null when it is about something else. */
  readonly intentId: string | null;
}

/** `unavailable`: it may be tried again. `refused`: the same call gets the same answer; the reason is for the log. */
export interface ProviderProblem {
  readonly kind: 'unavailable' | 'refused';
  readonly reason: string;
}
