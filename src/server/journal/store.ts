import type { Change } from '../../domain/events/changes.ts';
import type { Account } from '../../domain/events/decision.ts';
import type { EventState } from '../../domain/events/state.ts';
import type { Racer } from '../../domain/racers/library.ts';
import type { TouchedRows } from '../../domain/results/rows.ts';
import type { ErrorCode } from '../../protocol/errors.ts';
import type { EventDoor, EventKeys, Knocking } from '../access/event-door.ts';

/**
 * What command handling needs of a database, so that the simulator can run the same handling over a database that it
 * can stop, kill and reorder. Every implementation passes `tests/contract/commands.test.ts`.
 */
export interface CommandStore {
  /** All of it is durable when this resolves, or none of it ever is. */
  transaction<Value>(work: (tx: CommandTransaction) => Promise<Value>): Promise<Value>;
}

export interface CommandTransaction {
  /** A failure inside undoes only what was written inside. */
  savepoint<Value>(work: () => Promise<Value>): Promise<Value>;

  /**
   * Locks those that exist, in sorted order, and says how far each has come. Until the end of the transaction nobody else
   * can number their changes.
   */
  lockEvents(eventIds: readonly string[]): Promise<ReadonlyMap<string, LockedEvent>>;
  /** Undefined when there is no such event. */
  readDoor(eventId: string, person: Knocking): Promise<Pick<EventDoor, 'ownerId' | 'admins' | 'keys'> | undefined>;
  readEvent(eventId: string): Promise<StoredEvent | undefined>;
  readChanges(eventId: string, after: number, upTo?: number): Promise<readonly Change[]>;
  /** False when it exists already: somebody else was first. Its results are taken to be written with it. */
  insertEvent(event: EventState, keys: EventKeys): Promise<boolean>;
  /** Of any number of events, those of each in the order of their numbers. */
  appendChanges(changes: readonly Change[]): Promise<void>;
  updateEvents(updates: readonly EventUpdate[]): Promise<void>;
  /** Of any number of events that this transaction has locked or inserted. */
  writeResults(touched: TouchedRows): Promise<void>;
  readKeys(eventId: string): Promise<EventKeys | undefined>;
  replaceKey(eventId: string, which: keyof EventKeys, key: string): Promise<void>;

  findReceipts(commandIds: readonly string[]): Promise<ReadonlyMap<string, Receipt>>;
  /** False when one of them is there already. */
  insertReceipts(receipts: readonly Receipt[]): Promise<boolean>;

  /** Locks a person's library and what waits for their credits, so that two devices cannot change them at once. */
  lockLibrary(userId: string): Promise<void>;
  /** Deleted ones too: a tap that was made offline may still name one. */
  findRacers(racerIds: readonly string[]): Promise<ReadonlyMap<string, StoredRacer>>;
  /** From then on it is there, also when it was deleted before. */
  saveRacer(racer: Racer): Promise<void>;
  deleteRacer(racerId: string, now: number): Promise<void>;

  /** False when the balance does not cover it. The same cause is charged once. */
  charge(charge: Charge): Promise<boolean>;
  /**
   * How many of a person's things wait for credits. Deleted events do not count, deleted racers do: one that stands in an
   * event stays there, so that racers without end would be had for nothing.
   */
  countAwaiting(userId: string): Promise<{ readonly events: number; readonly racers: number }>;

  /** The mail goes when the transaction is committed, and not at all when it is not. */
  queueInvitation(invitation: Invitation): Promise<void>;
  /** How many there were in the time before this one: to its event, from its sender, and to its address. */
  countInvitations(invitation: CountedInvitation, inMs: number): Promise<InvitationCount>;
  /** Its mail does not go out any more, if it has not yet. */
  withdrawInvitation(eventId: string, email: string): Promise<void>;

  /** Those who have one of these ids or addresses; guests without an account have neither. */
  findAccounts(userIds: readonly string[], emails: readonly string[]): Promise<readonly Account[]>;
}

export interface LockedEvent {
  readonly seq: number;
  /** How often its log was rewritten: a state from before the last time names people who are gone. */
  readonly rewrites: number;
  /** Up to which change its stored results are complete. */
  readonly resultsSeq: number;
}

/** How far it has come and how many have finished; the rest only when asked to. */
export interface EventUpdate {
  readonly event: EventState;
  /** The other columns by which events are found and listed. Some are indexed, and no tap changes any. */
  readonly listing: boolean;
  /** The whole state. */
  readonly snapshot: boolean;
  readonly admins: boolean;
  /** Up to which change its stored results are complete from now on. */
  readonly resultsSeq: number;
}

/** Nothing of a transaction is left: no further command of it may be handled. */
export class TransactionLost extends Error {
  override readonly name = 'TransactionLost';
}

export interface StoredEvent {
  readonly seq: number;
  /** A state of it, at most as new as `seq`. Null where none is stored in this release's shape: the log makes it. */
  readonly snapshot: EventState | null;
}

export interface StoredRacer {
  readonly racer: Racer;
  readonly isDeleted: boolean;
}

/** A guest admin's link, mailed to an address. */
export interface Invitation {
  /** Of the command: there is one for each. */
  readonly id: string;
  readonly eventId: string;
  readonly eventName: string;
  readonly userId: string;
  readonly inviterName: string;
  readonly email: string;
  readonly adminKey: string;
  readonly now: number;
}

export type CountedInvitation = Pick<Invitation, 'eventId' | 'userId' | 'email' | 'now'>;

export interface InvitationCount {
  readonly toEvent: number;
  readonly byUser: number;
  /** By whomever, to whatever event. */
  readonly toAddress: number;
}

/** Written with what it answers for, in the same transaction: the same command again gets the same answer. */
export interface Receipt {
  readonly commandId: string;
  readonly userId: string;
  readonly bodyHash: string;
  readonly outcome: Outcome;
  readonly at: number;
}

export type Outcome =
  | { readonly status: 'accepted'; readonly eventId: string; readonly firstSeq: number; readonly lastSeq: number }
  | { readonly status: 'accepted'; readonly racerId: string }
  | { readonly status: 'refused'; readonly code: ErrorCode };

export interface Charge {
  readonly userId: string;
  readonly cause: string;
  readonly kind: 'event' | 'racer';
  /** The event or racer that is paid for. */
  readonly subjectId: string;
  readonly amount: number;
  readonly now: number;
}
