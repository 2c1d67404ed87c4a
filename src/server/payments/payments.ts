import { type PaymentParts, settle } from './settle.ts';
import { type CreditPackage } from '../../domain/credits/prices.ts';
import { ok, refuse, type Result } from '../../domain/result.ts';
import type { ErrorCode } from '../../protocol/errors.ts';
import type { PaymentIntentAnswer } from '../../protocol/payments.ts';
import {
  findPayment,
  findPaymentOfIntent,
  isMessageKnown,
  openPayment,
  type PaymentRow,
  storeIntent,
  storeMessage,
} from '../storage/payments.ts';
import type { Intent, ProviderProblem } from './provider.ts';

/** An intent is offered again for less than a day: after one, providers forget its idempotency key. */
const OFFERED_MS = 20 * 3_600_000;
const MOST_TRIES = 3;

/** The price is ours: the buyer has only chosen a package. */
export async function createPayment(
  parts: PaymentParts,
  userId: string,
  creditPackage: CreditPackage,
  zone: string | null = null,
): Promise<Result<PaymentIntentAnswer['data'], ErrorCode>> {
  const { storage, provider, clock } = parts;
  for (let tries = 0; tries < MOST_TRIES; tries += 1) {
    const now = clock.now();
    const wanted = { userId, provider: provider.name, creditPackage, zone, now, since: now - OFFERED_MS };
    const payment = await storage.db.transaction().execute((trx) => openPayment(trx, storage.engine, wanted));
    const found = await intentOf(parts, payment);
    if (!found.ok) {
      parts.log.warn('The payment provider gave no intent', { paymentId: payment.id, ...found.error });
      return refuse('no-client-secret');
    }
    const intent = found.value;
    if (intent.state === 'open' && (await storeIntent(storage.db, payment.id, intent.id))) {
      return ok({ clientSecret: intent.clientSecret, paymentId: payment.id });
    }
    if (intent.state === 'processing') return refuse('payment-in-progress');
    // The intent was paid or cancelled without a message to us: the payment is settled now.
    if (intent.state !== 'open') await settle(parts, payment.id, intent);
    if (intent.state === 'paid') return refuse('payment-in-progress');
  }
  return refuse('no-client-secret');
}

function intentOf({ provider }: PaymentParts, payment: PaymentRow): Promise<Result<Intent, ProviderProblem>> {
  if (payment.intentId !== null) return provider.readIntent(payment.intentId);
  const { id: paymentId, priceCents, amount } = payment;
  return provider.createIntent({ paymentId, priceCents, description: `${amount} Pushoff credits` });
}

/** `unavailable`: nothing is lost, the provider sends the message again. */
export async function receiveMessage(
  parts: PaymentParts,
  body: Buffer,
  header: (name: string) => string | undefined,
): Promise<Result<true, 'webhook-not-verified' | 'unavailable'>> {
  const { provider, log, clock, storage } = parts;
  const message = provider.readWebhook(body, header);
  if (message === null) return refuse('webhook-not-verified');
  const { id, type, intentId } = message;
  if (await isMessageKnown(storage.db, provider.name, id)) return ok(true);
  let paymentId: string | null = null;
  if (intentId !== null) {
    const intent = await provider.readIntent(intentId);
    if (!intent.ok && intent.error.kind === 'unavailable') return refuse('unavailable');
    const payment = intent.ok ? await paymentOf(parts, intent.value) : undefined;
    paymentId = payment?.id ?? null;
    if (intent.ok && payment !== undefined) await settle(parts, payment.id, intent.value);
    else log.warn('A message of the payment provider is about no payment of ours', { messageId: id, type });
  }
  await storeMessage(storage.db, { provider: provider.name, id, type, intentId, paymentId, receivedAt: clock.now() });
  return ok(true);
}

/** A payment is also found by the id that we gave it: a message may arrive before the answer that names the intent. */
async function paymentOf({ storage, provider }: PaymentParts, intent: Intent): Promise<PaymentRow | undefined> {
  const known = await findPaymentOfIntent(storage.db, provider.name, intent.id);
  if (known !== undefined || intent.paymentId === null) return known;
  const named = await findPayment(storage.db, intent.paymentId);
  return named?.provider === provider.name && named.intentId === null ? named : undefined;
}
