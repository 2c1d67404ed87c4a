import type { Clock } from '../clock.ts';
import type { Log } from '../log.ts';
import type { Database } from '../storage/engine.ts';
import { queueMail } from '../storage/mail.ts';
import { languageOfUser } from '../storage/profiles.ts';
import { findUserById } from '../storage/users.ts';
import { noteArrival, noteAttempt, noteFailure, trimLog, type Waiting } from '../storage/webhook-deliveries.ts';
import type { Webhook } from '../storage/webhooks.ts';
import { wordsIn } from '../words/in-language.ts';
import { OK, type Outcome, send, type SendRules } from './send.ts';
import { signedHeaders, webhookSecretOf } from './sign.ts';
import type { WebhookTimes } from './times.ts';

/** Messages that are done and stay in the log of a webhook. */
export const LOG_LENGTH = 100;

export interface DeliveryParts {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Log;
  readonly secret: string;
  readonly rules: SendRules;
  readonly publicUrl: string;
  readonly times: WebhookTimes;
  onMailQueued(): void;
}

/** Sends a message once, signed. Id and body are the same in every attempt, so that receivers can tell doubles. */
export function sendSigned(
  { secret, rules, clock }: Pick<DeliveryParts, 'secret' | 'rules' | 'clock'>,
  { id, url }: Pick<Webhook, 'id' | 'url'>,
  message: { readonly id: string; readonly body: string },
  stop?: AbortSignal,
): Promise<Outcome> {
  const headers = signedHeaders(webhookSecretOf(secret, id), message, clock.now());
  return send({ url, headers, body: message.body }, rules, stop);
}

/**
 * Sends one message, and says for how long its webhook is to pause. A message is done when it has arrived, and not
 * before that is stored: a node that is killed in between sends it again, with the same id.
 */
export function createDelivery(parts: DeliveryParts) {
  const { db, clock, times, log } = parts;

  async function fail(hook: Webhook, message: Waiting, failed: Outcome): Promise<number> {
    const now = clock.now();
    const failures = hook.failures + 1;
    const failingSince = hook.failingSince ?? now;
    const isOver = now - failingSince >= times.giveUpMs;
    await db.transaction().execute(async (trx) => {
      // One message that is always refused, of a receiver that takes others, is given up alone.
      const isDone = now - message.createdAt >= times.giveUpMs;
      await noteAttempt(trx, message.id, { at: now, outcome: failed, isDone });
      await noteFailure(trx, hook.id, { failures, failingSince, disabledAt: isOver ? now : null });
      if (!isOver) return;
      const user = await findUserById(trx, hook.userId);
      const host = new URL(hook.url).host;
      const { webhookDisabledMail } = wordsIn(await languageOfUser(trx, hook.userId));
      if (user) await queueMail(trx, webhookDisabledMail(user, host, `${parts.publicUrl}/account`), now);
    });
    if (isOver) parts.onMailQueued();
    log.info('A webhook message was not delivered', { webhookId: hook.id, outcome: failed, failures, isOver });
    return Math.min(times.firstDelayMs * 2 ** (failures - 1), times.longestDelayMs);
  }

  return async (hook: Webhook, message: Waiting, stop: AbortSignal): Promise<number> => {
    const outcome = await sendSigned(parts, hook, message, stop);
    // An attempt that this node's stop has cut off says nothing of the receiver.
    if (outcome !== OK) return stop.aborted ? 0 : fail(hook, message, outcome);
    await noteAttempt(db, message.id, { at: clock.now(), outcome, isDone: true });
    if (hook.failures > 0) await noteArrival(db, hook.id);
    await trimLog(db, hook.id, LOG_LENGTH);
    return 0;
  };
}
