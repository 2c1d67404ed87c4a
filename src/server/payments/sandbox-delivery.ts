import { api } from '../../protocol/routes.ts';
import type { Clock } from '../clock.ts';
import type { Log } from '../log.ts';
import { type Rounds, startRounds } from '../rounds.ts';
import type { Database } from '../storage/engine.ts';
import {
  claimSandboxDelivery,
  deleteSandboxDelivery,
  nextSandboxDelivery,
  postponeSandboxDelivery,
  type SandboxDeliveryRow,
} from '../storage/sandbox.ts';
import { sign, SIGNATURE_HEADER } from './signature.ts';

const LEASE_MS = 60_000;
const ANSWER_MS = 20_000;
const LONGEST_POLL_MS = 30_000;
const FIRST_DELAY_MS = 1000;
const MOST_ATTEMPTS = 12;
const AT_ONCE = 4;

export interface SandboxDeliveryParts {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Log;
  readonly signingSecret: string;
  /** Address of this server: messages take the same way as a provider's. */
  readonly url: string;
}

export function startSandboxDelivery(parts: SandboxDeliveryParts): Rounds {
  const { db, clock, log } = parts;
  const rounds = startRounds({
    everyMs: LONGEST_POLL_MS,
    retryMs: FIRST_DELAY_MS,
    onFailure: (error) => log.error('The sandbox could not deliver', { error }),
    async round(stop) {
      const deliverAll = async () => {
        while (!stop.aborted && (await deliverNext(parts)));
      };
      await Promise.all(Array.from({ length: AT_ONCE }, deliverAll));
      const next = await nextSandboxDelivery(db);
      return next === undefined ? undefined : next - clock.now();
    },
  });
  rounds.wake();
  return rounds;
}

/** Delivers one message; false when none is due. */
async function deliverNext(parts: SandboxDeliveryParts): Promise<boolean> {
  const { db, clock, log } = parts;
  const now = clock.now();
  const delivery = await claimSandboxDelivery(db, now, now + LEASE_MS);
  if (delivery === undefined) return false;
  if (await post(parts, delivery)) await deleteSandboxDelivery(db, delivery.id);
  else if (delivery.attempts < MOST_ATTEMPTS) {
    await postponeSandboxDelivery(db, delivery.id, clock.now() + FIRST_DELAY_MS * 2 ** (delivery.attempts - 1));
  } else {
    log.error('The sandbox gives up on a message', { messageId: delivery.messageId, type: delivery.type });
    await deleteSandboxDelivery(db, delivery.id);
  }
  return true;
}

async function post(parts: SandboxDeliveryParts, delivery: SandboxDeliveryRow): Promise<boolean> {
  const { messageId: id, type, intentId } = delivery;
  const body = Buffer.from(JSON.stringify({ id, type, intentId }));
  const signature = sign(body, parts.signingSecret, parts.clock.now());
  try {
    const answer = await fetch(parts.url + api.paymentWebhook, {
      method: 'POST',
      headers: { 'content-type': 'application/json', [SIGNATURE_HEADER]: signature },
      body,
      signal: AbortSignal.timeout(ANSWER_MS),
    });
    return answer.ok;
  } catch {
    return false;
  }
}
