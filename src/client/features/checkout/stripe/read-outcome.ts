import type { PaymentIntent, PaymentIntentResult, StripeError } from '@stripe/stripe-js';
import type { Confirmation } from '../card-entry.ts';

const DECLINED = 'Your card was declined.';
/** Stripe's word for a bank that asked and got no right answer. */
const NOT_AUTHENTICATED = 'payment_intent_authentication_failure';

/** What Stripe's script says of a card. It has asked whatever the bank wanted to know by then. */
export function readOutcome({ paymentIntent, error }: PaymentIntentResult): Confirmation {
  return error === undefined ? readStatus(paymentIntent) : readError(error);
}

function readStatus({ status }: PaymentIntent): Confirmation {
  if (status === 'succeeded' || status === 'processing') return { status };
  // Money that is only held has been taken as far as the buyer is concerned.
  if (status === 'requires_capture') return { status: 'processing' };
  return { status: 'failed', message: DECLINED };
}

function readError({ type, code, message = DECLINED, payment_intent: intent }: StripeError): Confirmation {
  // The same payment was confirmed twice: what counts is what became of it, not that the second time was too late.
  if (intent?.status === 'succeeded' || intent?.status === 'processing') return { status: intent.status };
  const isOfTheCard = type === 'card_error' || type === 'validation_error' || code === NOT_AUTHENTICATED;
  if (isOfTheCard) return { status: 'failed', message };
  if (type === 'api_connection_error' || type === 'api_error') return { status: 'unknown' };
  return { status: 'refused', message };
}
