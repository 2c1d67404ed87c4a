import type { RowsFrame } from '../../domain/sights/set-rows.ts';
import type { Sight, View } from '../../domain/sights/views.ts';
import type { Change } from '../../domain/model/changes.ts';
import type { EventState } from '../../domain/model/state.ts';
import type { Result } from '../../domain/result.ts';
import type { ClockObservation, Reading } from '../../domain/timing/clock.ts';
import type { Command, CommandAnswers } from '../../protocol/commands.ts';
import type { ErrorCode } from '../../protocol/errors.ts';
import type { AccountSnapshot, ClientMessage, GuestKeys, ServerMessage, SharedGroup } from '../../protocol/live.ts';

/** Everything that the sync client needs of a device, so that the simulator runs the real client with no real time. */
export interface SyncPorts {
  readonly storage: SyncStorage;
  readonly transport: Transport;
  readonly clock: DeviceClock;
  readonly timers: Timers;
  readonly lock: TabLock;
  readonly tabs: TabChannel;
  readonly signals: DeviceSignals;
  readonly ids: Ids;
  /** A number of [0, 1): spreads retries out. */
  readonly random: () => number;
  readonly log: (message: string, details?: object) => void;
}

/** A command that waits on this device. Its body is frozen: it is sent as it was recorded, however often. */
export interface OutboxRow {
  readonly command: Command;
  /** The user who recorded the command. It is never sent with another user's session. */
  readonly userId: string;
  /** The order in which rows were recorded; it grows over all tabs of the device. */
  readonly order: number;
  /** `refused`: the server refused the command for good; the row stays with its reason until the user dismisses it. */
  readonly state: 'pending' | 'refused';
  readonly code?: ErrorCode;
  /** The schema version under which the command was recorded. */
  readonly schema: number;
}

/** The last known state of an event on this device, so that the app opens with no network. */
export interface CachedEvent {
  readonly event: EventState;
  readonly view: View;
  readonly keys?: GuestKeys;
}

/** The key of a guest link, kept on the device so that the guest can come back. */
export interface GuestKey {
  readonly kind: 'admin' | 'viewer';
  readonly key: string;
}

/** Rows that are removed and events that are stored together, in one transaction. */
interface Settlement {
  readonly userId: string;
  readonly remove: readonly string[];
  readonly events: readonly CachedEvent[];
  /**
   * Events that the guest has left: the keys of their links are removed, because merely opening the event would let the guest
   * in again.
   */
  readonly left?: readonly string[];
}

/**
 * The device's storage, shared by all tabs. A rejection means that nothing was written. Caches belong to a user (''
 * stands for a viewer without an account).
 */
export interface SyncStorage {
  /** False where nothing outlives the page: the browser gives no storage. */
  readonly isDurable: boolean;

  /** The id is made with `make` the first time, and stays the same. */
  deviceId(make: () => string): Promise<string>;

  /** Resolves once all rows are on disk: all of them or none. The same command again gives the row that is there. */
  addRows(userId: string, commands: readonly Command[]): Promise<readonly OutboxRow[]>;
  /** Rows in order. */
  listRows(userId: string): Promise<readonly OutboxRow[]>;
  /** Does nothing for a row that is gone. */
  refuseRow(commandId: string, code: ErrorCode): Promise<void>;
  /** Removes accepted rows and stores the events with their changes, both or neither. */
  settle(settlement: Settlement): Promise<void>;
  /** Removes a refused row that its user has seen. Never a pending one. */
  dismissRow(commandId: string): Promise<void>;
  /** Notes that a guest without an account uses this device. */
  rememberGuest(userId: string): Promise<void>;
  /** Rows recorded by guests of this device belong to this user from now on: no other session could ever send them. */
  adoptGuests(userId: string): Promise<void>;

  /** Never replaces a later state of the event by an earlier one. */
  saveEvent(userId: string, cached: CachedEvent): Promise<void>;
  /** Undefined also where another release has stored the event. */
  readEvent(userId: string, eventId: string): Promise<CachedEvent | undefined>;
  /** Events that another release has stored: they are fetched anew before they are needed without a network. */
  listStaleEvents(userId: string): Promise<readonly string[]>;
  forgetEvent(userId: string, eventId: string): Promise<void>;
  saveAccount(userId: string, account: AccountSnapshot): Promise<void>;
  readAccount(userId: string): Promise<AccountSnapshot | undefined>;
  /** Called after a logout: the caches are removed, the rows stay. */
  forgetCaches(userId: string): Promise<void>;

  listObservations(): Promise<readonly ClockObservation[]>;
  changeObservations(add: readonly ClockObservation[], drop: readonly ClockObservation[]): Promise<void>;

  saveGuestKey(eventId: string, key: GuestKey): Promise<void>;
  listGuestKeys(): Promise<ReadonlyMap<string, GuestKey>>;
}

/** The part of the storage for a page that follows and records nothing. */
export type FollowingStorage = Pick<
  SyncStorage,
  'saveEvent' | 'readEvent' | 'forgetEvent' | 'listObservations' | 'changeObservations' | 'saveGuestKey'
>;

/** Error of a failed call. `errors[code]` holds its HTTP status and whether to try again. */
export interface SyncError {
  readonly code: ErrorCode;
  readonly retryAfterSeconds?: number;
}

export type Answer<Value> = Promise<Result<Value, SyncError>>;

export interface CommandBatch {
  readonly protocol: number;
  /** The latest version of the page and of its commands: a node that knows less answers 'later' where it must. */
  readonly schema: number;
  /** The user who recorded these commands: another user's session must refuse the batch (401), not store it. */
  readonly userId: string;
  readonly commands: readonly Command[];
  readonly observations: readonly ClockObservation[];
  readonly keys: Readonly<Record<string, string>>;
}

export type ChangesAnswer = { readonly changes: readonly Change[] } | RowsFrame | CachedEvent;

export interface ClockAnswer {
  readonly received: number;
  readonly sent: number;
}

/** Calls never throw or reject; a call that is lost ends in an error after its timeout. */
export interface Transport {
  sendCommands(batch: CommandBatch): Answer<CommandAnswers>;
  fetchAccount(): Answer<AccountSnapshot>;
  fetchEvent(eventId: string, key?: string): Answer<CachedEvent>;
  /**
   * `sights`: those in which the page has the event. A reader with another sight gets the whole event. Viewers get rows; a
   * node of the release before sends them changes.
   */
  fetchChanges(eventId: string, after: number, key?: string, sights?: readonly Sight[]): Answer<ChangesAnswer>;
  fetchGroup(groupId: string): Answer<SharedGroup>;
  exchangeClock(): Answer<ClockAnswer>;
  /** Exactly one `onClose` follows, also when the socket never opened or was closed from here. */
  openSocket(handlers: SocketHandlers): LiveSocket;
}

export type FollowingTransport = Omit<Transport, 'sendCommands' | 'fetchAccount'>;

export interface SocketHandlers {
  onOpen(): void;
  onMessage(message: ServerMessage): void;
  onClose(): void;
}

export interface LiveSocket {
  /** Dropped when the socket is not open. */
  send(message: ClientMessage): void;
  close(): void;
}

interface DeviceClock {
  read(): Reading;
}

interface Timers {
  /** Returns a function that cancels the timer. */
  after(ms: number, run: () => void): () => void;
}

/**
 * One tab sends at a time. The lock saves requests and is not needed for correctness: every tab sends from the front of
 * each queue, and the server's receipts make a second sending harmless. So the lock may be stolen from a tab that
 * sleeps.
 */
export interface TabLock {
  /** False, at once, when another tab has the lock. `steal` takes it. */
  run(task: () => Promise<void>, options: { readonly steal: boolean }): Promise<boolean>;
}

/** Tells the other tabs of this device that the outbox has changed. A tab does not hear itself. */
export interface TabChannel {
  announce(userId: string): void;
  listen(hear: (userId: string) => void): () => void;
}

export type DeviceSignal = 'visible' | 'online';

export interface DeviceSignals {
  listen(hear: (signal: DeviceSignal) => void): () => void;
}

export interface Ids {
  /** A UUIDv7: commands, events and racers get their ids on the device. */
  make(): string;
}
