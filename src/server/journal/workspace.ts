import type { Change } from '../../domain/model/changes.ts';
import type { EventState } from '../../domain/model/state.ts';
import type { EpochMs } from '../../domain/units.ts';
import type { Sender } from '../access/sender.ts';
import type { NotYet } from './not-yet.ts';
import type { CommandTransaction, Receipt } from './store.ts';

/**
 * Events that a transaction has locked, with the state after its commands so far. Changes and receipts of all commands
 * wait here and are written together: see `writeAll`.
 */
export interface Workspace {
  readonly tx: CommandTransaction;
  readonly now: EpochMs;
  readonly events: Map<string, EventState>;
  /** Counts of rewrites of these events' logs. */
  readonly rewrites: Map<string, number>;
  /** Events whose state had to be built from the whole log: the next write stores a snapshot, so that it is built once. */
  readonly built: Set<string>;
  /** Seqs up to which the stored results of these events are complete. */
  readonly resultsSeq: Map<string, number>;
  /** Events whose state is held only here, and which need not be restored when a command fails. */
  readonly own: Set<string>;
  /** All changes that this transaction adds to the logs. */
  readonly appended: Map<string, readonly Change[]>;
  readonly unwritten: Map<string, Unwritten>;
  readonly notYet: NotYet;
  /** Receipts of the commands at hand, from before or made here. */
  readonly receipts: Map<string, Receipt>;
  readonly newReceipts: Receipt[];
  /** Events that a sender may not copy. Without them a hundred copies in one request would read the same rights a hundred times. */
  readonly closedTo: WeakMap<Sender, Set<string>>;
}

/** Grows in place with each command, and is thrown away when one fails. */
export interface Unwritten {
  /** Seq in the event's row by now. */
  readonly rowSeq: number;
  /** Seq of the last change before the first of these; 0 for a new event. */
  readonly from: number;
  readonly touched: Set<string> | 'all';
  readonly admins: boolean;
  readonly listing: boolean;
  readonly changes: Change[];
}

/** What a transaction has added to an event. */
export interface Committed {
  /** Read it and do not keep it: the next transaction continues with the same object. */
  readonly event: EventState;
  readonly changes: readonly Change[];
}
