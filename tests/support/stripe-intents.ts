import { randomBytes } from 'node:crypto';
import { findTestCard } from '../../src/protocol/payments.ts';

/** Stripe's record of a payment, and the rules by which it changes, as far as this product uses them. */

type IntentStatus =
  | 'requires_payment_method'
  | 'requires_action'
  | 'processing'
  | 'requires_capture'
  | 'succeeded'
  | 'canceled';

interface CardError {
  readonly type: 'card_error' | 'invalid_request_error';
  readonly code: string;
  readonly message: string;
}

interface Charge {
  readonly id: string;
  readonly paid: boolean;
  readonly amount: number;
  amountRefunded: number;
}

export interface StripeIntent {
  readonly id: string;
  readonly clientSecret: string;
  readonly amount: number;
  readonly currency: string;
  readonly description: string | null;
  readonly metadata: Readonly<Record<string, string>>;
  readonly types: readonly string[];
  status: IntentStatus;
  lastError: CardError | null;
  charge: Charge | null;
  /** The bank has asked the buyer a question; this is its decision after the answer. */
  asked: 'pays' | 'declines' | null;
}

/** An error that Stripe answers instead of the requested object. */
export class StripeRefusal extends Error {
  constructor(
    readonly status: number,
    readonly error: Readonly<Record<string, unknown>>,
  ) {
    super(String(error['message']));
  }
}

const newId = (prefix: string): string => `${prefix}_${randomBytes(12).toString('hex')}`;

export function invalid(message: string, more: Record<string, unknown> = {}, status = 400): StripeRefusal {
  return new StripeRefusal(status, { type: 'invalid_request_error', message, ...more });
}

interface NewIntent {
  readonly amount: number;
  readonly currency: string;
  readonly description: string | null;
  readonly metadata: Readonly<Record<string, string>>;
  readonly types: readonly string[];
}

export interface StripeIntents {
  readonly all: readonly StripeIntent[];
  create(asked: NewIntent): StripeIntent;
  find(id: string): StripeIntent;
  findBySecret(clientSecret: string): StripeIntent;
  cancel(id: string): StripeIntent;
  refund(id: string): { id: string; charge: Charge; intent: StripeIntent };
  /** Confirms as the card's owner would, with one of the published numbers. */
  confirm(intent: StripeIntent, number: string): void;
  /** The buyer has answered the bank's question. */
  answerBank(intent: StripeIntent): void;
}

export function createStripeIntents(): StripeIntents {
  const byId = new Map<string, StripeIntent>();

  function find(id: string): StripeIntent {
    const intent = byId.get(id);
    if (intent === undefined)
      throw invalid(`No such payment_intent: '${id}'`, { code: 'resource_missing', param: 'intent' }, 404);
    return intent;
  }

  function pay(intent: StripeIntent): void {
    intent.status = 'succeeded';
    intent.lastError = null;
    intent.charge = { id: newId('ch'), paid: true, amount: intent.amount, amountRefunded: 0 };
  }

  function decline(intent: StripeIntent, error: CardError): void {
    intent.status = 'requires_payment_method';
    intent.lastError = error;
    intent.charge = { id: newId('ch'), paid: false, amount: intent.amount, amountRefunded: 0 };
  }

  return {
    get all() {
      return [...byId.values()];
    },
    create(asked) {
      const id = newId('pi');
      const intent: StripeIntent = {
        id,
        clientSecret: newId(`${id}_secret`),
        ...asked,
        status: 'requires_payment_method',
        lastError: null,
        charge: null,
        asked: null,
      };
      byId.set(id, intent);
      return intent;
    },
    find,
    findBySecret: (clientSecret) => find(/^(pi_[^_]+)_secret_/.exec(clientSecret)?.[1] ?? ''),
    cancel(id) {
      const intent = find(id);
      if (!['requires_payment_method', 'requires_action', 'requires_capture'].includes(intent.status)) {
        const message = `You cannot cancel this PaymentIntent because it has a status of ${intent.status}.`;
        throw invalid(message, { code: 'payment_intent_unexpected_state' });
      }
      intent.status = 'canceled';
      return intent;
    },
    refund(id) {
      const intent = find(id);
      const { charge } = intent;
      if (charge?.paid !== true)
        throw invalid(`This PaymentIntent (${id}) does not have a successful charge to refund.`);
      if (charge.amountRefunded === charge.amount) {
        throw invalid(`Charge ${charge.id} has already been refunded.`, { code: 'charge_already_refunded' });
      }
      charge.amountRefunded = charge.amount;
      return { id: newId('re'), charge, intent };
    },
    confirm(intent, number) {
      if (intent.status === 'succeeded' || intent.status === 'canceled') {
        const message = `You cannot confirm this PaymentIntent because it has a status of ${intent.status}.`;
        throw invalid(message, { code: 'payment_intent_unexpected_state' });
      }
      const card = findTestCard(number);
      if (card === undefined) throw invalid('Your card number is incorrect.', { code: 'incorrect_number' }, 402);
      const { outcome } = card;
      if (outcome.kind === 'declines') {
        return decline(intent, { type: 'card_error', code: 'card_declined', message: outcome.message });
      }
      if (outcome.kind === 'pays' || outcome.kind === 'breaks-off') return pay(intent);
      intent.status = 'requires_action';
      intent.asked = outcome.kind === 'asks' ? 'pays' : 'declines';
    },
    answerBank(intent) {
      const said = intent.asked;
      intent.asked = null;
      if (said === 'pays') return pay(intent);
      const message = 'We are unable to authenticate your payment method. Please choose a different payment method.';
      decline(intent, { type: 'invalid_request_error', code: 'payment_intent_authentication_failure', message });
    },
  };
}

/** The intent as JSON. The charge is an id unless it is expanded. */
export function showIntent(intent: StripeIntent, expand: readonly string[]): Record<string, unknown> {
  const { id, clientSecret, amount, currency, description, metadata, types, status, lastError, charge } = intent;
  return {
    id,
    object: 'payment_intent',
    amount,
    amount_received: status === 'succeeded' ? amount : 0,
    allowed_payment_method_types: types,
    client_secret: clientSecret,
    currency,
    description,
    last_payment_error: lastError,
    latest_charge: charge === null ? null : expand.includes('latest_charge') ? showCharge(intent, charge) : charge.id,
    livemode: false,
    metadata,
    payment_method_types: types,
    status,
  };
}

export function showCharge(
  { id: intentId, currency, metadata }: StripeIntent,
  charge: Charge,
): Record<string, unknown> {
  const { id, paid, amount, amountRefunded } = charge;
  return {
    id,
    object: 'charge',
    amount,
    amount_refunded: amountRefunded,
    currency,
    metadata,
    paid,
    payment_intent: intentId,
    refunded: amountRefunded === amount,
    status: paid ? 'succeeded' : 'failed',
  };
}
