import type { Clock } from '../clock.ts';
import type { Log } from '../log.ts';
import { claimWebhook, findBusyWebhooks, hasWebhooks, releaseWebhook } from '../storage/webhooks.ts';
import { createDelivery } from './deliver.ts';
import { createNewsFinder, type NewsParts } from './find-news.ts';
import type { SendRules } from './send.ts';
import { LEASE_MS, TIMES, type WebhookTimes } from './times.ts';

/** Webhooks on which a node works at the same time; each sends one message at a time. */
const AT_ONCE = 8;
/** Pause after work that failed on our side. */
const AFTER_FAULT_MS = 60_000;

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

/** One node at a time works on a webhook: it finds messages in the log, and sends those that wait. */
export function startWebhooks(parts: WebhookParts): Webhooks {
  const { db, clock, log } = parts;
  const times = { ...TIMES, ...parts.times };
  const findNews = createNewsFinder(parts);
  const stopping = new AbortController();
  const deliver = createDelivery({ ...parts, times, rules: { ...parts.rules, signal: stopping.signal } });
  const underWay = new Map<string, Promise<void>>();
  let isAny = false;
  let stopped = false;
  let looking: Promise<void> = Promise.resolve();
  let timer: NodeJS.Timeout | undefined;

  async function workOn(id: string): Promise<void> {
    const hook = await claimWebhook(db, id, clock.now(), clock.now() + LEASE_MS);
    if (hook === undefined) return;
    let pauseUntil: number | undefined;
    try {
      while (!stopped && (await findNews(hook)));
      if (!stopped) await deliver(hook, () => stopped);
    } catch (error) {
      log.error('A webhook could not be worked on; it is tried again', { webhookId: id, error });
      pauseUntil = clock.now() + AFTER_FAULT_MS;
    }
    await releaseWebhook(db, id, pauseUntil);
  }

  function start(id: string): void {
    const work = workOn(id)
      .catch((error: unknown) => log.error('A webhook could not be released', { webhookId: id, error }))
      .finally(() => {
        underWay.delete(id);
        // There may be more: of this webhook, or of one that found no room.
        wake();
      });
    underWay.set(id, work);
  }

  async function look(): Promise<void> {
    try {
      isAny = await hasWebhooks(db);
      if (!isAny || stopped) return;
      const busy = await findBusyWebhooks(db, clock.now(), AT_ONCE * 2);
      for (const id of busy) if (!underWay.has(id) && underWay.size < AT_ONCE && !stopped) start(id);
    } catch (error) {
      log.error('Webhooks could not be looked for; it is tried again', { error });
    }
  }
  function lookSoon(ms: number): void {
    if (stopped || timer !== undefined) return;
    timer = setTimeout(() => {
      timer = undefined;
      looking = looking.then(look);
    }, ms).unref();
  }
  function wake(): void {
    if (isAny) lookSoon(times.gatherMs);
  }
  const poll = setInterval(() => lookSoon(0), times.pollMs).unref();
  lookSoon(0);
  return {
    rules: parts.rules,
    wake,
    added() {
      isAny = true;
      wake();
    },
    async stop() {
      stopped = true;
      stopping.abort();
      clearInterval(poll);
      clearTimeout(timer);
      await looking;
      await Promise.all(underWay.values());
    },
  };
}
