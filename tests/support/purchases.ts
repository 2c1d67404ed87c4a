import type { CardOutcome, Payment, PaymentAnswer, PaymentIntentAnswer } from '../../src/protocol/payments.ts';
import type { ErrorAnswer } from '../../src/protocol/errors.ts';
import { api } from '../../src/protocol/routes.ts';
import type { TestClient } from './running-server.ts';

const PATIENCE_MS = 60_000;

/** The buyer's side of the checkout, with the calls that the page makes. */
export async function beginPurchase(client: TestClient, amount = 150, price = 9): Promise<PaymentIntentAnswer['data']> {
  const answer = await client.post<PaymentIntentAnswer & ErrorAnswer>(api.createPaymentIntent, {
    data: { amount, price },
  });
  if (answer.status !== 200) throw new Error(`No intent: ${JSON.stringify(answer.body)}`);
  return answer.body.data;
}

export async function payWith(client: TestClient, clientSecret: string, number: string): Promise<CardOutcome> {
  const card = { number, expiry: '12/40', cvc: '123' };
  return (await client.post<CardOutcome>(api.sandboxConfirm, { clientSecret, card })).body;
}

export async function authenticate(
  client: TestClient,
  clientSecret: string,
  outcome: 'complete' | 'fail',
): Promise<CardOutcome> {
  return (await client.post<CardOutcome>(api.sandboxAuthenticate, { clientSecret, outcome })).body;
}

export async function readPayment(client: TestClient, paymentId: string): Promise<Payment> {
  const answer = await client.get(api.payment.replace(':paymentId', paymentId));
  return ((await answer.json()) as PaymentAnswer).payment;
}

/** Waits until the condition holds. */
export async function until(isSo: () => Promise<boolean>): Promise<void> {
  const deadline = Date.now() + PATIENCE_MS;
  while (!(await isSo())) {
    if (Date.now() > deadline) throw new Error('It did not come to that.');
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

export const untilPaid = (client: TestClient, paymentId: string): Promise<void> =>
  until(async () => (await readPayment(client, paymentId)).state === 'paid');

export async function creditsOf(client: TestClient): Promise<number> {
  const { viewer } = await client.boot();
  return viewer.kind === 'user' ? viewer.credits : Number.NaN;
}
