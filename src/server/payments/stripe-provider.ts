import { isUtf8 } from 'node:buffer';
import type { Stripe } from 'stripe';
import { ok, refuse, type Result } from '../../domain/result.ts';
import type { StripePayments } from '../config.ts';
import type { Log } from '../log.ts';
import type { Intent, PaymentProvider, ProviderMessage, ProviderProblem } from './provider.ts';

export type StripeSettings = Omit<StripePayments, 'provider'> & { readonly timeoutMs?: number };

/** The API version is named so that an SDK update, whose types want another, is noticed and read up on. */
const API_VERSION = '2026-10-28.endive';
/** Timeout that, with the retries below, stays under the time that a page waits for its answer. */
const TIMEOUT_MS = 15_000;
const RETRIES = 2;
/** Refunds stand in the charge alone. */
const EXPAND = ['latest_charge'];

/** The SDK is loaded here alone: a server with the sandbox never reads it. */
export async function createStripeProvider(settings: StripeSettings, log: Log): Promise<PaymentProvider> {
  const { Stripe } = await import('stripe');
  const { secretKey, publishableKey, webhookSecret, apiUrl, timeoutMs = TIMEOUT_MS } = settings;
  const stripe = new Stripe(secretKey, {
    apiVersion: API_VERSION,
    maxNetworkRetries: RETRIES,
    timeout: timeoutMs,
    telemetry: false,
    ...(apiUrl === undefined ? {} : addressOf(apiUrl)),
  });
  if (isTestKey(secretKey)) log.warn('Stripe is in test mode: its test cards buy credits');

  const ask = async (call: Promise<Stripe.PaymentIntent>): Promise<Result<Intent, ProviderProblem>> => {
    try {
      return ok(intentOf(await call));
    } catch (error) {
      return refuse(problemOf(stripe, error));
    }
  };
  const readIntent = (intentId: string) => ask(stripe.paymentIntents.retrieve(intentId, { expand: EXPAND }));

  return {
    name: 'stripe',
    cardField: { provider: 'stripe', publishableKey },
    createIntent: ({ paymentId, priceCents, description }) =>
      ask(
        stripe.paymentIntents.create(
          {
            amount: priceCents,
            currency: 'usd',
            allowed_payment_method_types: ['card'],
            description,
            metadata: { paymentId },
            expand: EXPAND,
          },
          { idempotencyKey: `intent:${paymentId}` },
        ),
      ),
    readIntent,
    async cancelIntent(intentId) {
      try {
        return ok(intentOf(await stripe.paymentIntents.cancel(intentId, { expand: EXPAND })));
      } catch (error) {
        return codeOf(stripe, error) === 'payment_intent_unexpected_state'
          ? readIntent(intentId)
          : refuse(problemOf(stripe, error));
      }
    },
    async refund(paymentId, intentId) {
      try {
        await stripe.refunds.create({ payment_intent: intentId }, { idempotencyKey: `refund:${paymentId}` });
      } catch (error) {
        // The charge was refunded by hand at Stripe, or by us so long ago that the first call's key is forgotten.
        if (codeOf(stripe, error) !== 'charge_already_refunded') return refuse(problemOf(stripe, error));
      }
      return readIntent(intentId);
    },
    readWebhook(body, header) {
      const signature = header('stripe-signature');
      // The SDK decodes bytes that are not text as if they were, so that two different bodies could share a signature.
      if (signature === undefined || !isUtf8(body)) return null;
      try {
        return messageOf(stripe.webhooks.constructEvent(body, signature, webhookSecret));
      } catch (error) {
        const isForged = error instanceof stripe.errors.StripeSignatureVerificationError;
        const reason = isForged ? error.message.split('\n', 1)[0] : 'not JSON';
        log.warn('A message that says it is from Stripe was not taken', { reason });
        return null;
      }
    },
  };
}

/** Address as the SDK's options take it. */
function addressOf(apiUrl: string): { protocol: 'http' | 'https'; host: string; port: string } {
  const { protocol, hostname, port } = new URL(apiUrl);
  const isPlain = protocol === 'http:';
  return {
    protocol: isPlain ? 'http' : 'https',
    host: hostname.replaceAll(/[[\]]/g, ''),
    port: port === '' ? (isPlain ? '80' : '443') : port,
  };
}

const isTestKey = (secretKey: string): boolean => /^[sr]k_test_/.test(secretKey);

function intentOf(intent: Stripe.PaymentIntent): Intent {
  const { id, metadata, client_secret, status, currency, amount_received, latest_charge, last_payment_error } = intent;
  const charge = typeof latest_charge === 'object' ? latest_charge : null;
  return {
    id,
    paymentId: metadata['paymentId'] || null,
    clientSecret: client_secret ?? '',
    state: stateOf(status),
    currency,
    receivedCents: amount_received,
    refundedCents: charge?.amount_refunded ?? 0,
    problem: last_payment_error == null ? null : (last_payment_error.message ?? 'Your card was not accepted.'),
  };
}

function stateOf(status: Stripe.PaymentIntent.Status): Intent['state'] {
  switch (status) {
    case 'succeeded':
      return 'paid';
    case 'canceled':
      return 'cancelled';
    case 'requires_payment_method':
    case 'requires_confirmation':
    case 'requires_action':
      return 'open';
    default:
      // Also a state that a later version of the API adds: not charged again, and not credited yet.
      return 'processing';
  }
}

const ABOUT_A_CHARGE = /^(refund|charge\.refund|charge\.dispute)\.|^charge\.refunded$/;

/** Messages have the shape of the version that the endpoint at Stripe is set to: every field is checked. */
function messageOf(event: unknown): ProviderMessage | null {
  const { id, type, data } = (event ?? {}) as Partial<Record<'id' | 'type' | 'data', unknown>>;
  if (typeof id !== 'string' || typeof type !== 'string') return null;
  const about = ((data as { object?: unknown } | null | undefined)?.object ?? {}) as Record<string, unknown>;
  const intent = type.startsWith('payment_intent.')
    ? about['id']
    : ABOUT_A_CHARGE.test(type)
      ? about['payment_intent']
      : null;
  const intentId = typeof intent === 'object' ? (intent as { id?: unknown } | null)?.id : intent;
  return { id, type, intentId: typeof intentId === 'string' ? intentId : null };
}

function codeOf(stripe: Stripe, error: unknown): string | undefined {
  return error instanceof stripe.errors.StripeError ? error.code : undefined;
}

/** An error that is not Stripe's is a bug of ours, and thrown on. */
function problemOf({ errors }: Stripe, error: unknown): ProviderProblem {
  if (!(error instanceof errors.StripeError)) throw error;
  const { type, code, statusCode, requestId, message } = error;
  const mayPass =
    error instanceof errors.StripeConnectionError ||
    error instanceof errors.StripeRateLimitError ||
    // A wrong key is put right by the operator: until then nothing that Stripe answers may be taken as final.
    error instanceof errors.StripeAuthenticationError ||
    error instanceof errors.StripePermissionError ||
    (error instanceof errors.StripeAPIError && (statusCode === undefined || statusCode === 409 || statusCode >= 500));
  const names = [type, code, requestId].filter((part) => part !== undefined && part !== '');
  return { kind: mayPass ? 'unavailable' : 'refused', reason: `${names.join(' ')}: ${withoutSecrets(message)}` };
}

/** Secrets are cut out of Stripe's messages, also those that Stripe does not shorten itself. */
function withoutSecrets(message: string): string {
  return message.replaceAll(/\S+/g, (word) =>
    word.includes('_secret_') ? '…' : word.replace(/\b(?:sk|rk|pk|whsec)_\S+/, '…'),
  );
}
