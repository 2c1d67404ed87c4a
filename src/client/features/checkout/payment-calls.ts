import type { CreditPackage } from '../../../domain/credits/prices.ts';
import { ok, refuse, type Result } from '../../../domain/result.ts';
import type { ErrorCode } from '../../../protocol/errors.ts';
import type {
  CardOutcome,
  Payment,
  PaymentAnswer,
  PaymentIntentAnswer,
  SandboxAuthentication,
  SandboxConfirmation,
} from '../../../protocol/payments.ts';
import { api } from '../../../protocol/routes.ts';
import { call, type CallError, callErrorOf } from '../../session/api.ts';
import type { Confirmation } from './card-entry.ts';
import type { Intent } from './payment-flow.ts';

/** The payment is polled: a call that hangs must not hold up the next. */
const READ_TIMEOUT_MS = 10_000;

export async function createIntent({ amount, priceUsd }: CreditPackage): Promise<Result<Intent, CallError>> {
  const zone = new Intl.DateTimeFormat().resolvedOptions().timeZone;
  const body = { data: { amount, price: priceUsd, zone } };
  const answer = await call<PaymentIntentAnswer>('POST', api.createPaymentIntent, body);
  if (!answer.ok) return answer;
  const data = answer.value?.data;
  return data?.clientSecret && data.paymentId ? ok(data) : refuse(callErrorOf('no-client-secret'));
}

export async function readPayment(paymentId: string): Promise<Result<Payment, CallError>> {
  const path = api.payment.replace(':paymentId', encodeURIComponent(paymentId));
  const answer = await call<PaymentAnswer>('GET', path, undefined, { timeoutMs: READ_TIMEOUT_MS });
  return answer.ok ? ok(answer.value.payment) : answer;
}

/** The request may have arrived all the same, and the card may have been charged. */
const UNKNOWN: readonly ErrorCode[] = ['unavailable', 'deadline-exceeded', 'cancelled', 'internal'];

export type SandboxAnswer = Confirmation | { readonly status: 'requires_action' };

function toConfirmation(answer: Result<CardOutcome, CallError>): SandboxAnswer {
  if (answer.ok) return answer.value;
  const { code, message } = answer.error;
  return UNKNOWN.includes(code) ? { status: 'unknown' } : { status: 'refused', message };
}

export const confirmInSandbox = async (request: SandboxConfirmation): Promise<SandboxAnswer> =>
  toConfirmation(await call<CardOutcome>('POST', api.sandboxConfirm, request));

export const authenticateInSandbox = async (request: SandboxAuthentication): Promise<SandboxAnswer> =>
  toConfirmation(await call<CardOutcome>('POST', api.sandboxAuthenticate, request));
