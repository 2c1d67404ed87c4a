import { RESTORABLE_MS } from '../domain/events/decide-event.ts';
import { RUN_KEPT_MS } from './limits.ts';
import { PICTURES_KEPT_MS } from './pictures.ts';

const DAY_MS = 24 * 3_600_000;

/**
 * Times for which unusable data stays. The upkeep works by these numbers and the privacy page prints them: the page cannot
 * promise anything else than what is done.
 */
export const keptFor = {
  /** Time after an event was deleted; until then its owner can restore it. */
  deletedEvents: RESTORABLE_MS,
  deletedRuns: RUN_KEPT_MS,
  /** Time after a guest was last seen, where no event needs the guest. As long as a session lasts. */
  guests: 30 * DAY_MS,
  /** Receipts of refused commands, and of commands of events that are gone. */
  receipts: 30 * DAY_MS,
  /** The record that a mail was sent, or could not be. */
  finishedMail: 30 * DAY_MS,
  /** Counts of invitations to an address: kept as long as a mail may wait to go out, and longer than any limit counts. */
  invitations: 7 * DAY_MS,
  /** Followers of an event, after the last message about it or the last new follower. */
  followers: 30 * DAY_MS,
  /** An address that was given to follow with, and never confirmed. */
  unconfirmedFollowers: 7 * DAY_MS,
  /** After the finish that they show: on the device and on the server. */
  pictures: PICTURES_KEPT_MS,
  /** An upload that is not continued. */
  unfinishedUploads: 7 * DAY_MS,
} as const satisfies Record<string, number>;

export const daysOf = (ms: number): number => Math.round(ms / DAY_MS);
