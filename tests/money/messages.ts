import { randomUUID } from 'node:crypto';
import { api } from '../../src/protocol/routes.ts';
import { sign, SIGNATURE_HEADER } from '../../src/server/payments/signature.ts';
import { type Client, tally } from './books.ts';
import { codeOf } from './caller.ts';

/** Repeats the provider's message about a payment, several times at once; or sends a forged one. */
export async function speakOfPayment({ run, account, random }: Client): Promise<void> {
  const payments = [...account.payments.values()];
  if (payments.length === 0) return tally(run, 'message: nothing to speak of yet');
  const [intentId] = random.pick(payments).clientSecret.split('_secret_');
  const message = { id: `evt_sandbox_${randomUUID()}`, type: 'payment_intent.succeeded', intentId };
  const isForged = random.chance(0.2);
  const secret = isForged ? 'a guess' : run.signingSecret;
  const headers = { [SIGNATURE_HEADER]: sign(Buffer.from(JSON.stringify(message)), secret, Date.now()) };
  const replies = await Promise.all(account.clients.map((each) => each.post(api.paymentWebhook, message, headers)));
  for (const reply of replies) {
    const answer = reply.status === 200 ? 'taken' : codeOf(reply);
    tally(run, `message: ${answer}`);
    if (answer !== (isForged ? 'webhook-not-verified' : 'taken')) {
      run.surprises.push(`A ${isForged ? 'forged' : 'true'} message of the provider was answered with ${answer}`);
    }
  }
}
