import type { Clock } from '../clock.ts';
import type { Log } from '../log.ts';
import { nextDelivery } from '../storage/webhook-deliveries.ts';
import { claimWebhook, findBusyWebhooks, hasWebhooks, releaseWebhook } from '../storage/webhooks.ts';
import { startWorkLoop } from '../work-loop.ts';
import { createDelivery } from './deliver.ts';
import { createNewsFinder, type NewsParts } from './find-news.ts';
import type { SendRules } from './send.ts';
import { AFTER_FAULT_MS, LEASE_MS, TIMES, TURNS, type WebhookTimes } from './times.ts';

export interface WebhookParts extends NewsParts {
  readonly clock: Clock;
  readonly log: Log;
  readonly secret: string;
  readonly rules: SendRules;
  readonly publicUrl: string;
  readonly times?: Partial<WebhookTimes> | undefined;
  onMailQueued(): void;
}

export interface Webhooks {
  readonly rules: SendRules;
  /** Called after a commit. Costs nothing where nobody has a webhook. */
  wake(): void;
  /** Somebody has made a webhook, or turned one on again. */
  added(): void;
  stop(): Promise<void>;
}

/** One node at a time works on a webhook. A turn is a look for messages in the log, or one message that is sent. */
export function startWebhooks(parts: WebhookParts): Webhooks {
  const { db, clock, log } = parts;
  const times = { ...TIMES, ...parts.times };
  const findNews = createNewsFinder(parts);
  const deliver = createDelivery({ ...parts, times });
  let isAny = false;

  async function takeTurn(id: string, stop: AbortSignal): Promise<boolean> {
    const hook = await claimWebhook(db, id, clock.now(), clock.now() + LEASE_MS);
    if (hook === undefined) return false;
    let nextAttemptAt = clock.now() + AFTER_FAULT_MS;
    try {
      const message = await nextDelivery(db, id);
      // A message that was refused before must not keep fresh ones from being found.
      const mayBeNews = message === undefined || message.attempts > 0;
      const isFound = mayBeNews && (await findNews(hook));
      const delayMs = isFound || message === undefined ? 0 : await deliver(hook, message, stop);
      // The time of this turn, by which the webhooks that were served longest ago are found first.
      nextAttemptAt = clock.now() + delayMs;
      return isFound || (message !== undefined && delayMs === 0);
    } finally {
      await releaseWebhook(db, id, nextAttemptAt);
    }
  }
  const loop = startWorkLoop({
    name: 'Webhooks',
    log,
    limits: TURNS,
    gatherMs: times.gatherMs,
    pollMs: times.pollMs,
    async find(most) {
      isAny = await hasWebhooks(db);
      return isAny ? findBusyWebhooks(db, clock.now(), most) : [];
    },
    takeTurn: ({ id }, stop) => takeTurn(id, stop),
  });
  return {
    rules: parts.rules,
    wake: () => isAny && loop.wake(),
    added() {
      isAny = true;
      loop.wake();
    },
    stop: loop.stop,
  };
}
