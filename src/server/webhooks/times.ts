import { MAX_WEBHOOKS } from '../../protocol/limits.ts';

/** The lease is longer than one turn can take. */
export const LEASE_MS = 60_000;
/** Pause after work that failed on our side. */
export const AFTER_FAULT_MS = 60_000;

/** Turns of a node. An account has a quarter of them at most, and each of its webhooks sends one message at a time. */
export const TURNS = { atOnce: 8, atOnceEach: 2, mostEach: MAX_WEBHOOKS, most: 1000 };

export interface WebhookTimes {
  /** Pause between two looks for work of which this node was not told. */
  readonly pollMs: number;
  /** Pause before a look after a commit: changes that come close together are looked at once. */
  readonly gatherMs: number;
  /** Pause after the first failure; doubled with each further one, up to `longestDelayMs`. */
  readonly firstDelayMs: number;
  readonly longestDelayMs: number;
  /** A receiver that has answered nothing for this long is not called any more. */
  readonly giveUpMs: number;
}

export const TIMES: WebhookTimes = {
  pollMs: 10_000,
  gatherMs: 250,
  firstDelayMs: 5_000,
  longestDelayMs: 6 * 3_600_000,
  giveUpMs: 3 * 24 * 3_600_000,
};
