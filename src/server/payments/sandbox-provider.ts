import { randomInt, randomUUID } from 'node:crypto';
import { ok, refuse, type Result } from '../../domain/result.ts';
import {
  type CardOutcome,
  findTestCard,
  type SandboxAuthentication,
  type SandboxConfirmation,
  type TestCardOutcome,
} from '../../protocol/payments.ts';
import type { Clock } from '../clock.ts';
import type { Database } from '../storage/engine.ts';
import {
  ensureSandboxIntent,
  findSandboxIntent,
  moveSandboxIntent,
  queueSandboxDeliveries,
  type SandboxIntentRow,
} from '../storage/sandbox.ts';
import type { Intent, PaymentProvider } from './provider.ts';
import { isSigned, SIGNATURE_HEADER, signingSecretOf } from './signature.ts';

/**
 * A card provider without an account anywhere. The sandbox behaves as the real ones do: its messages come later, in any
 * order, some twice; cards are declined, banks ask back, connections break off. It takes no card that a bank has
 * issued.
 */
export interface Sandbox {
  readonly provider: PaymentProvider;
  readonly signingSecret: string;
  confirm(request: SandboxConfirmation): Promise<Result<Confirmed, 'card-not-for-tests' | 'payment-not-found'>>;
  authenticate(request: SandboxAuthentication): Promise<Result<CardOutcome, 'payment-not-found'>>;
}

interface Confirmed {
  readonly outcome: CardOutcome;
  /** The buyer does not receive the answer. */
  readonly breaksOff: boolean;
}

export interface SandboxParts {
  readonly db: Database;
  readonly clock: Clock;
  readonly secret: string;
  readonly faults?: SandboxFaults | undefined;
  /** Called when there is a message to deliver. */
  onQueued(): void;
}

/** Faults that a test can choose. */
export interface SandboxFaults {
  /** Messages are never delivered. */
  readonly losesMessages?: boolean;
  readonly isDown?: () => boolean;
}

const DELAY_MS = { least: 100, most: 900 };
const AUTHENTICATION_FAILED =
  'We are unable to authenticate your payment method. Please choose a different payment method and try again.';

export function createSandbox({ db, clock, secret, faults = {}, onQueued }: SandboxParts): Sandbox {
  const signingSecret = signingSecretOf(secret);
  const down = { kind: 'unavailable', reason: 'The sandbox is down' } as const;

  async function tell(intentId: string, ...types: string[]): Promise<void> {
    if (faults.losesMessages === true) return;
    const messages = types.map((type) => ({ messageId: `evt_sandbox_${randomUUID()}`, type, intentId }));
    // The last message is sent twice: the receiver has to notice.
    const due = [...messages, messages.at(-1)!].map((message) => ({
      ...message,
      dueAt: clock.now() + randomInt(DELAY_MS.least, DELAY_MS.most),
    }));
    await queueSandboxDeliveries(db, due);
    onQueued();
  }

  async function pay(intent: SandboxIntentRow): Promise<CardOutcome> {
    const paid = await moveSandboxIntent(db, intent.id, ['open', 'asking'], { state: 'paid', problem: null });
    if (paid === undefined) return outcomeNow(intent.id);
    await tell(intent.id, 'charge.succeeded', 'payment_intent.succeeded');
    return { status: 'succeeded' };
  }
  async function decline(intent: SandboxIntentRow, message: string): Promise<CardOutcome> {
    const declined = await moveSandboxIntent(db, intent.id, ['open', 'asking'], { state: 'open', problem: message });
    if (declined === undefined) return outcomeNow(intent.id);
    await tell(intent.id, 'payment_intent.payment_failed');
    return { status: 'failed', message };
  }
  /** The same payment was confirmed twice, and the other call was first. */
  async function outcomeNow(intentId: string): Promise<CardOutcome> {
    const intent = await findSandboxIntent(db, 'id', intentId);
    if (intent?.state === 'paid') return { status: 'succeeded' };
    return { status: 'failed', message: 'This payment was cancelled. Please start again.' };
  }
  async function take(intent: SandboxIntentRow, card: TestCardOutcome): Promise<CardOutcome> {
    switch (card.kind) {
      case 'pays':
      case 'breaks-off':
        return pay(intent);
      case 'declines':
        return decline(intent, card.message);
      case 'asks':
      case 'asks-then-declines': {
        const change = { state: 'asking', pays: Number(card.kind === 'asks') } as const;
        const asking = await moveSandboxIntent(db, intent.id, ['open', 'asking'], change);
        return asking === undefined ? outcomeNow(intent.id) : { status: 'requires_action' };
      }
    }
  }
  async function read(intentId: string): ReturnType<PaymentProvider['readIntent']> {
    if (faults.isDown?.() === true) return refuse(down);
    const intent = await findSandboxIntent(db, 'id', intentId);
    return intent === undefined
      ? refuse({ kind: 'refused', reason: `There is no intent ${intentId}` })
      : ok(toIntent(intent));
  }

  return {
    signingSecret,
    provider: {
      name: 'sandbox',
      cardField: { provider: 'sandbox' },
      async createIntent({ paymentId, priceCents }) {
        if (faults.isDown?.() === true) return refuse(down);
        return ok(toIntent(await ensureSandboxIntent(db, { paymentId, priceCents, now: clock.now() })));
      },
      readIntent: read,
      async cancelIntent(intentId) {
        const cancelled = await moveSandboxIntent(db, intentId, ['open', 'asking'], { state: 'cancelled' });
        if (cancelled !== undefined) await tell(intentId, 'payment_intent.canceled');
        return read(intentId);
      },
      async refund(_, intentId) {
        const intent = await findSandboxIntent(db, 'id', intentId);
        if (intent?.state === 'paid' && intent.refundedCents === 0) {
          await moveSandboxIntent(db, intentId, ['paid'], { refundedCents: intent.priceCents });
          await tell(intentId, 'refund.created', 'charge.refunded');
        }
        return read(intentId);
      },
      readWebhook(body, header) {
        if (!isSigned(body, header(SIGNATURE_HEADER), signingSecret, clock.now())) return null;
        // The body is signed by ourselves, so its shape is ours.
        return JSON.parse(body.toString('utf8')) as { id: string; type: string; intentId: string };
      },
    },
    async confirm({ clientSecret, card: { number } }) {
      const card = findTestCard(number);
      if (card === undefined) return refuse('card-not-for-tests');
      const intent = await findSandboxIntent(db, 'clientSecret', clientSecret);
      if (intent === undefined) return refuse('payment-not-found');
      const outcome = await take(intent, card.outcome);
      return ok({ outcome, breaksOff: card.outcome.kind === 'breaks-off' });
    },
    async authenticate({ clientSecret, outcome }) {
      const intent = await findSandboxIntent(db, 'clientSecret', clientSecret);
      if (intent === undefined) return refuse('payment-not-found');
      if (intent.state !== 'asking') return ok(await outcomeNow(intent.id));
      if (outcome === 'fail') return ok(await decline(intent, AUTHENTICATION_FAILED));
      return ok(await (intent.pays === 1 ? pay(intent) : decline(intent, 'Your card was declined.')));
    },
  };
}

function toIntent({
  id,
  paymentId,
  clientSecret,
  state,
  priceCents,
  refundedCents,
  problem,
}: SandboxIntentRow): Intent {
  return {
    id,
    paymentId,
    clientSecret,
    state: state === 'asking' ? 'open' : state,
    currency: 'usd',
    receivedCents: state === 'paid' ? priceCents : 0,
    refundedCents,
    problem,
  };
}
