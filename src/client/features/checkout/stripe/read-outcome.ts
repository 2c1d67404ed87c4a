import type { PaymentIntent, PaymentIntentResult, StripeError } from '@stripe/stripe-js';
import type { Confirmation } from '../card-entry.ts';

const DECLINED = 'Your card was declined.';
/** Stripe's code for a bank that asked and got no right answer. */
const NOT_AUTHENTICATED = 'payment_intent_authentication_failure';

/** The result of Stripe's script, which has asked all questions of the bank by then. */
export function readOutcome({ paymentIntent, error }: PaymentIntentResult): Confirmation {
  return error === undefined ? readStatus(paymentIntent) : readError(error);
}

function readStatus({ status }: PaymentIntent): Confirmation {
  if (status === 'succeeded' || status === 'processing') return { status };
  // Money that is only held counts as taken for the buyer.
  if (status === 'requires_capture') return { status: 'processing' };
  return { status: 'failed', message: DECLINED };
}

function readError({ type, code, message = DECLINED, payment_intent: intent }: StripeError): Confirmation {
  // The same payment was confirmed twice: its status counts, not that the second time was too late.
  if (intent?.status === 'succeeded' || intent?.status === 'processing') return { status: intent.status };
  const isOfTheCard = type === 'card_error' || type === 'validation_error' || code === NOT_AUTHENTICATED;
  if (isOfTheCard) return { status: 'failed', message };
  if (type === 'api_connection_error' || type === 'api_error') return { status: 'unknown' };
  return { status: 'refused', message };
}
