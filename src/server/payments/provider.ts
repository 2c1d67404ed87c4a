import type { Result } from '../../domain/result.ts';
import type { CardField } from '../../protocol/payments.ts';

/**
 * Provider that charges cards for us. We create an intent and hand its secret to the page, which confirms the card with
 * the provider; the outcome reaches us by signed messages, and by asking.
 */
export interface PaymentProvider {
  readonly name: 'sandbox' | 'stripe';
  /** Settings with which the checkout takes a card. */
  readonly cardField: CardField;
  /** The same payment twice gets the same intent, so that an answer that was lost causes no second charge. */
  createIntent(payment: IntentRequest): Promise<Result<Intent, ProviderProblem>>;
  readIntent(intentId: string): Promise<Result<Intent, ProviderProblem>>;
  /**
   * Cancels an intent, which cannot be paid from then on. Resolves with its state now: it may have been paid just
   * before.
   */
  cancelIntent(intentId: string): Promise<Result<Intent, ProviderProblem>>;
  /** Gives back all that was paid. The same payment twice is refunded once. */
  refund(paymentId: string, intentId: string): Promise<Result<Intent, ProviderProblem>>;
  /** Null for a message that is not the provider's: forged, tampered with, or too old. */
  readWebhook(body: Buffer, header: (name: string) => string | undefined): ProviderMessage | null;
}

export interface IntentRequest {
  readonly paymentId: string;
  readonly priceCents: number;
  /** Description for the buyer's statement at the provider. */
  readonly description: string;
}

export interface Intent {
  readonly id: string;
  /** Our payment's id, as we gave it to the provider; null for an intent that we did not create. */
  readonly paymentId: string | null;
  readonly clientSecret: string;
  /** `open`: a card can still be tried. `processing`: a card was taken, the outcome is not known yet. */
  readonly state: 'open' | 'processing' | 'paid' | 'cancelled';
  readonly currency: string;
  readonly receivedCents: number;
  readonly refundedCents: number;
  /** Reason why the last card was not taken. */
  readonly problem: string | null;
}

/**
 * A message is only a reason to ask about an intent: messages may be late, doubled or in any order; what counts is the
 * provider's answer.
 */
export interface ProviderMessage {
  readonly id: string;
  readonly type: string;
  /** Null when the message is not about an intent. */
  readonly intentId: string | null;
}

/**
 * `unavailable`: the call may be tried again. `refused`: the same call gets the same answer; the reason is for the log.
 */
export interface ProviderProblem {
  readonly kind: 'unavailable' | 'refused';
  readonly reason: string;
}
