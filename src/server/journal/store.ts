import type { Change } from '../../domain/model/changes.ts';
import type { Account } from '../../domain/events/decision.ts';
import type { EventState } from '../../domain/model/state.ts';
import type { Racer } from '../../domain/racers/library.ts';
import type { SamePersons } from '../../domain/racers/persons.ts';
import type { TouchedRows } from '../../domain/results/rows.ts';
import type { ErrorCode } from '../../protocol/errors.ts';
import type { EventDoor, EventKeys, Knocking, OpeningKeys } from '../access/event-door.ts';

/**
 * Storage as command handling needs it, so that the simulator can run the same handling over a database that it can
 * stop, kill and reorder. Every implementation passes `tests/contract/commands.test.ts`.
 */
export interface CommandStore {
  /** Everything is durable when this resolves, or nothing ever is. */
  transaction<Value>(work: (tx: CommandTransaction) => Promise<Value>): Promise<Value>;
}

export interface CommandTransaction {
  /** A failure inside undoes only what was written inside. */
  savepoint<Value>(work: () => Promise<Value>): Promise<Value>;

  /**
   * Locks the events that exist, in sorted order, and says how far each has come. Until the end of the transaction no
   * other one can number their changes.
   */
  lockEvents(eventIds: readonly string[]): Promise<ReadonlyMap<string, LockedEvent>>;
  /** Undefined when there is no such event. */
  readDoor(eventId: string, person: Knocking): Promise<Pick<EventDoor, 'ownerId' | 'admins' | 'keys'> | undefined>;
  readEvent(eventId: string): Promise<StoredEvent | undefined>;
  readChanges(eventId: string, after: number, upTo?: number): Promise<readonly Change[]>;
  /**
   * False when the event exists already: another transaction was first. Its results are taken to be written with it.
   */
  insertEvent(event: EventState, keys: EventKeys): Promise<boolean>;
  /** Appends changes of any number of events, those of each in the order of their numbers. */
  appendChanges(changes: readonly Change[]): Promise<void>;
  updateEvents(updates: readonly EventUpdate[]): Promise<void>;
  /** Writes rows of any number of events that this transaction has locked or inserted. */
  writeResults(touched: TouchedRows): Promise<void>;
  readKeys(eventId: string): Promise<OpeningKeys | undefined>;
  replaceKey(eventId: string, which: keyof EventKeys, key: string): Promise<void>;

  readScreenMakers(eventId: string): Promise<readonly MadeScreen[]>;
  removeScreens(eventId: string, screenIds: readonly string[]): Promise<void>;
  /** The screens of one person are another's from now on. */
  giveScreens(eventId: string, from: string, to: string): Promise<void>;

  findReceipts(commandIds: readonly string[]): Promise<ReadonlyMap<string, Receipt>>;
  /** False when one of the receipts is stored already. */
  insertReceipts(receipts: readonly Receipt[]): Promise<boolean>;

  /** Locks an account's library and what waits for its credits, so that two devices cannot change them at once. */
  lockLibrary(userId: string): Promise<void>;
  /** Finds deleted racers too: a tap that was made offline may still name one. */
  findRacers(racerIds: readonly string[]): Promise<ReadonlyMap<string, StoredRacer>>;
  /** Stores the racer, also when it was deleted before. */
  saveRacer(racer: Racer): Promise<void>;
  deleteRacer(racerId: string, now: number): Promise<void>;
  /** Racers of an account who are one person, the deleted ones too. */
  findMerged(userId: string): Promise<SamePersons>;
  /** Called where racers are merged or separated. */
  countMerge(userId: string): Promise<void>;
  /** Whether an event of this owner has times of both. */
  haveMet(ownerId: string, racers: readonly string[], others: readonly string[]): Promise<boolean>;

  /** False when the balance does not cover it. The same cause is charged once. */
  charge(charge: Charge): Promise<boolean>;
  /**
   * Counts an account's events and racers that wait for credits. Deleted events do not count, deleted racers do: one
   * that stands in an event stays there, so that racers without end would be free.
   */
  countAwaiting(userId: string): Promise<{ readonly events: number; readonly racers: number }>;

  /** The email goes out when the transaction is committed, and not at all when it is not. */
  queueInvitation(invitation: Invitation): Promise<void>;
  /** Counts the invitations in the time before this one: to its event, from its sender, and to its address. */
  countInvitations(invitation: CountedInvitation, inMs: number): Promise<InvitationCount>;
  /** Takes back the invitation's mail, if it has not gone out yet. */
  withdrawInvitation(eventId: string, email: string): Promise<void>;

  /** Accounts with one of these ids or addresses; guests without an account have neither. */
  findAccounts(userIds: readonly string[], emails: readonly string[]): Promise<readonly Account[]>;
}

/** A screen and its maker; null where the maker was not stored. */
export interface MadeScreen {
  readonly id: string;
  readonly createdBy: string | null;
}

export interface LockedEvent {
  readonly seq: number;
  /** Count of rewrites of the log: a state from before the last one names people who are gone. */
  readonly rewrites: number;
  /** Seq up to which the stored results are complete. */
  readonly resultsSeq: number;
}

/** Update of an event's row: its seq and how many have finished; the rest only when asked for. */
export interface EventUpdate {
  readonly event: EventState;
  /**
   * Whether the other columns by which events are found and listed are written. Some are indexed, and no tap changes
   * any.
   */
  readonly listing: boolean;
  /** Whether the whole state is written. */
  readonly snapshot: boolean;
  readonly admins: boolean;
  /** Seq up to which the stored results are complete from now on. */
  readonly resultsSeq: number;
}

/** The transaction was undone: no further command of it may be handled. */
export class TransactionLost extends Error {
  override readonly name = 'TransactionLost';
}

/** No connection could be opened: the database is away, or another machine is taking it over. */
export class NoDatabase extends Error {
  override readonly name = 'NoDatabase';
}

export interface StoredEvent {
  readonly seq: number;
  /**
   * A state of the event, at most as new as `seq`. Null if none is stored in this release's shape: the log makes it.
   */
  readonly snapshot: EventState | null;
}

export interface StoredRacer {
  readonly racer: Racer;
  readonly isDeleted: boolean;
}

/** A guest admin's link, mailed to an address. */
export interface Invitation {
  /** Id of the command: each command has one invitation. */
  readonly id: string;
  readonly eventId: string;
  readonly eventName: string;
  readonly userId: string;
  readonly inviterName: string;
  readonly email: string;
  readonly adminKey: string;
  /** Language that the inviter has chosen for the mail; null from a device of the release before. */
  readonly language: string | null;
  readonly now: number;
}

export type CountedInvitation = Pick<Invitation, 'eventId' | 'userId' | 'email' | 'now'>;

export interface InvitationCount {
  readonly toEvent: number;
  readonly byUser: number;
  /** Invitations to the address, of any sender and event. */
  readonly toAddress: number;
}

/**
 * A receipt is written with the command's changes, in the same transaction: the same command again gets the same
 * answer.
 */
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
