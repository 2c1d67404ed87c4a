import type { Actor } from '../access/actor.ts';
import type { Result } from '../result.ts';
import type { Placed } from '../timing/clock.ts';
import type { EpochMs } from '../units.ts';
import type { ChangeBody } from '../model/changes.ts';
import type { EventCommand } from './commands.ts';
import type { EventState } from '../model/state.ts';

export type Refusal =
  | 'event-not-found'
  | 'event-exists'
  | 'event-deleted'
  | 'event-full'
  | 'event-name-blank'
  | 'account-required'
  | 'address-not-confirmed'
  | 'new-owner-not-confirmed'
  | 'permission-denied'
  | 'restore-expired'
  | 'racer-not-in-event'
  | 'racer-name-blank'
  | 'tap-not-found'
  | 'tap-has-no-racer'
  | 'bib-taken'
  | 'start-list-changed'
  | 'race-has-begun'
  | 'no-rehearsal'
  | 'too-many-splits'
  | 'admin-not-found'
  | 'time-not-plausible'
  | 'born-not-plausible'
  | 'attempt-not-in-event'
  | 'awaiting-credits';

export type CommandType = EventCommand['type'];

/** The commands of one type, or of several. */
export type CommandOf<Type extends CommandType> = Extract<EventCommand, { readonly type: Type }>;

export type Decision = Result<readonly ChangeBody[], Refusal>;

export interface DecisionContext {
  readonly actor: Actor;
  /** The moment of the decision, on the common clock. */
  readonly now: EpochMs;
  /** Where the command's captured reading falls on the common clock. */
  readonly placed: Placed;
  /** The event that is copied, for `event.duplicate`. */
  readonly source: EventState | null;
  /**
   * The accounts behind the event's list of admins, for commands that remove an admin or hand the event over. Only the
   * server knows which address belongs to which account: without them a screen shows one admin too many until the
   * answer comes.
   */
  readonly accounts?: readonly Account[];
}

export interface Account {
  readonly userId: string;
  readonly email: string;
  readonly isConfirmed: boolean;
}

/** The length of a log is bounded by its number of changes, so each has to be short: the largest command is many. */
const MOST_IN_CHANGE = 25;

export function inParts<Item>(items: readonly Item[], change: (part: readonly Item[]) => ChangeBody): ChangeBody[] {
  const parts = Math.ceil(items.length / MOST_IN_CHANGE);
  return Array.from({ length: parts }, (_, index) =>
    change(items.slice(index * MOST_IN_CHANGE, (index + 1) * MOST_IN_CHANGE)),
  );
}

const YEAR_2000 = 946_684_800_000;
const YEAR_2100 = 4_102_444_800_000;

/** False for a time in the wrong unit, or of a device whose clock was never set and never measured. */
export const isPlausible = ({ at }: Placed): boolean => at >= YEAR_2000 && at < YEAR_2100;
