/** The lease is longer than one attempt can take, and is renewed before each. */
export const LEASE_MS = 60_000;

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
