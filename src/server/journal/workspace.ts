import type { Change } from '../../domain/events/changes.ts';
import type { EventState } from '../../domain/events/state.ts';
import type { TouchedRacers } from '../../domain/results/touched-racers.ts';
import type { EpochMs } from '../../domain/units.ts';
import type { NotYet } from './not-yet.ts';
import type { CommandTransaction, Receipt } from './store.ts';

/**
 * The events that a transaction has locked, as far as its commands have brought them. What most commands write, their
 * changes and receipts, waits here and is written for all of them together: see `writeAll`.
 */
export interface Workspace {
  readonly tx: CommandTransaction;
  readonly now: EpochMs;
  readonly events: Map<string, EventState>;
  /** Of those events, how often their logs have been rewritten. */
  readonly rewrites: Map<string, number>;
  /** Events whose state had to be built from the whole log: the next write stores a snapshot, so that it is built once. */
  readonly built: Set<string>;
  /** Of those events, up to which change their stored results are complete. */
  readonly resultsSeq: Map<string, number>;
  /** Events whose state nobody else holds, and which need not be as it was when a command fails. */
  readonly own: Set<string>;
  /** Everything that this transaction adds to the logs. */
  readonly appended: Map<string, readonly Change[]>;
  readonly unwritten: Map<string, Unwritten>;
  readonly notYet: NotYet;
  /** Those of the commands at hand, from before or made here. */
  readonly receipts: Map<string, Receipt>;
  readonly newReceipts: Receipt[];
}

interface Unwritten {
  /** What the event's row says by now. */
  readonly rowSeq: number;
  /** The number of the last change before the first of these; 0 for an event that is new. */
  readonly from: number;
  readonly touched: TouchedRacers;
  readonly admins: boolean;
  readonly listing: boolean;
  readonly changes: readonly Change[];
}

/** What a transaction has added to an event. */
export interface Committed {
  /** To be looked at, and not kept: the next transaction goes on with the same object. */
  readonly event: EventState;
  readonly changes: readonly Change[];
}
