import { RESTORABLE_MS } from '../domain/events/decide.ts';
import { RUN_KEPT_MS } from './runs.ts';

const DAY_MS = 24 * 3_600_000;

/**
 * How long things stay that nobody can use any more. The upkeep works by these numbers and the privacy page says them, so
 * that the page cannot promise anything else than what is done.
 */
export const keptFor = {
  /** After an event was deleted; until then its owner can bring it back. */
  deletedEvents: RESTORABLE_MS,
  deletedRuns: RUN_KEPT_MS,
  /** After a guest was last seen, where no event needs them. As long as a session lasts. */
  guests: 30 * DAY_MS,
  /** Answers to commands that were refused, and to those of events that are gone. */
  receipts: 30 * DAY_MS,
  /** That a mail was sent, or could not be. */
  finishedMail: 30 * DAY_MS,
  /** How often an address was invited: as long as its mail may wait to go out, and longer than any limit counts. */
  invitations: 7 * DAY_MS,
  /** An upload that nobody goes on with. */
  unfinishedUploads: 7 * DAY_MS,
} as const satisfies Record<string, number>;

export const daysOf = (ms: number): number => Math.round(ms / DAY_MS);
