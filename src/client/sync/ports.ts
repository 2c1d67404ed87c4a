import type { View } from '../../domain/access/views.ts';
import type { Change } from '../../domain/events/changes.ts';
import type { EventState } from '../../domain/events/state.ts';
import type { Result } from '../../domain/result.ts';
import type { ClockObservation, Reading } from '../../domain/timing/clock.ts';
import type { Command, CommandAnswers } from '../../protocol/commands.ts';
import type { ErrorCode } from '../../protocol/errors.ts';
import type { AccountSnapshot, ClientMessage, GuestKeys, ServerMessage, SharedGroup } from '../../protocol/live.ts';

/** Everything that the sync client needs of a device, so that the simulator runs the real thing with no real time. */
export interface SyncPorts {
  readonly storage: SyncStorage;
  readonly transport: Transport;
  readonly clock: DeviceClock;
  readonly timers: Timers;
  readonly lock: TabLock;
  readonly tabs: TabChannel;
  readonly signals: DeviceSignals;
  readonly ids: Ids;
  /** Of [0, 1): spreads retries out. */
  readonly random: () => number;
  readonly log: (message: string, details?: object) => void;
}

/** A command that waits on this device. Its body is frozen: what is sent is what was recorded, however often. */
export interface OutboxRow {
  readonly command: Command;
  /** Whose it is. It is never sent with anybody else's session. */
  readonly userId: string;
  /** Grows over all tabs of the device: the order in which rows were recorded. */
  readonly order: number;
  /** `refused`: the server said no for good; it stays here with its reason until somebody has seen to it. */
  readonly state: 'pending' | 'refused';
  readonly code?: ErrorCode;
  /** The version under which it was recorded. */
  readonly schema: number;
}

/** What this device last knew of an event, so that the app opens with no network. */
export interface CachedEvent {
  readonly event: EventState;
  readonly view: View;
  readonly keys?: GuestKeys;
}

/** The key of a guest link, as the device keeps it to come back. */
export interface GuestKey {
  readonly kind: 'admin' | 'viewer';
  readonly key: string;
}

/** What disappears and what appears together, in one transaction. */
export interface Settlement {
  readonly userId: string;
  readonly remove: readonly string[];
  readonly events: readonly CachedEvent[];
  /** Events that were left: the keys of their links go, so that nobody comes back by merely looking. */
  readonly left?: readonly string[];
}

/**
 * What the device keeps. Shared by all tabs. A rejection means that nothing of it was written. Caches belong to a user
 * ('' is nobody: somebody who watches without an account).
 */
export interface SyncStorage {
  /** False where nothing outlives the page: the browser gives no storage. */
  readonly isDurable: boolean;

  /** Made with `make` the first time, and the same from then on. */
  deviceId(make: () => string): Promise<string>;

  /** Resolves once it is on disk. The same command again gives the row that is there. */
  addRow(userId: string, command: Command): Promise<OutboxRow>;
  /** In order. */
  listRows(userId: string): Promise<readonly OutboxRow[]>;
  /** On a row that is gone it does nothing. */
  refuseRow(commandId: string, code: ErrorCode): Promise<void>;
  /** Removes accepted rows and keeps what the server made of them, both or neither. */
  settle(settlement: Settlement): Promise<void>;
  /** A refused row that its user has seen to. Never a pending one. */
  dismissRow(commandId: string): Promise<void>;
  /** Somebody without an account uses this device. */
  rememberGuest(userId: string): Promise<void>;
  /** What guests of this device have recorded belongs to this user from now on: nobody else can ever send it. */
  adoptGuests(userId: string): Promise<void>;

  /** Never replaces a later state of the event by an earlier one. */
  saveEvent(userId: string, cached: CachedEvent): Promise<void>;
  /** Undefined as well where another release has stored it. */
  readEvent(userId: string, eventId: string): Promise<CachedEvent | undefined>;
  /** Those that another release has stored: they are to be had anew before they are needed without a network. */
  listStaleEvents(userId: string): Promise<readonly string[]>;
  forgetEvent(userId: string, eventId: string): Promise<void>;
  saveAccount(userId: string, account: AccountSnapshot): Promise<void>;
  readAccount(userId: string): Promise<AccountSnapshot | undefined>;
  /** After a logout: the caches go, the rows stay. */
  forgetCaches(userId: string): Promise<void>;

  listObservations(): Promise<readonly ClockObservation[]>;
  changeObservations(add: readonly ClockObservation[], drop: readonly ClockObservation[]): Promise<void>;

  saveGuestKey(eventId: string, key: GuestKey): Promise<void>;
  listGuestKeys(): Promise<ReadonlyMap<string, GuestKey>>;
}

/** What is needed of it to follow, and record nothing. */
export type FollowingStorage = Pick<
  SyncStorage,
  'saveEvent' | 'readEvent' | 'forgetEvent' | 'listObservations' | 'changeObservations' | 'saveGuestKey'
>;

/** Why a call came to nothing. `errors[code]` knows its HTTP status and whether to try again. */
export interface SyncError {
  readonly code: ErrorCode;
  readonly retryAfterSeconds?: number;
}

export type Answer<Value> = Promise<Result<Value, SyncError>>;

export interface CommandBatch {
  readonly protocol: number;
  /** The latest of the page and of the commands in it: a node that knows less answers 'later' where it must. */
  readonly schema: number;
  /** Whose commands these are: a session of somebody else must refuse the whole batch (401), not store them as its own. */
  readonly userId: string;
  readonly commands: readonly Command[];
  readonly observations: readonly ClockObservation[];
  readonly keys: Readonly<Record<string, string>>;
}

export type ChangesAnswer = { readonly changes: readonly Change[] } | CachedEvent;

export interface ClockAnswer {
  readonly received: number;
  readonly sent: number;
}

/** Nothing here throws or rejects; a call that is lost ends in an error some day. */
export interface Transport {
  sendCommands(batch: CommandBatch): Answer<CommandAnswers>;
  fetchAccount(): Answer<AccountSnapshot>;
  fetchEvent(eventId: string, key?: string): Answer<CachedEvent>;
  fetchChanges(eventId: string, after: number, key?: string): Answer<ChangesAnswer>;
  fetchGroup(groupId: string): Answer<SharedGroup>;
  exchangeClock(): Answer<ClockAnswer>;
  /** Exactly one `onClose` follows, also when it never opened or was closed from here. */
  openSocket(handlers: SocketHandlers): LiveSocket;
}

export type FollowingTransport = Omit<Transport, 'sendCommands' | 'fetchAccount'>;

export interface SocketHandlers {
  onOpen(): void;
  onMessage(message: ServerMessage): void;
  onClose(): void;
}

export interface LiveSocket {
  /** Into the void when it is not open. */
  send(message: ClientMessage): void;
  close(): void;
}

export interface DeviceClock {
  read(): Reading;
}

export interface Timers {
  /** Returns how to call it off. */
  after(ms: number, run: () => void): () => void;
}

/**
 * One tab sends at a time. It saves requests and is not needed for correctness: every tab sends from the front of each
 * queue, and the server's receipts make a second sending harmless. So a tab that sleeps with the lock may be robbed of it.
 */
export interface TabLock {
  /** False, at once, when another tab has it. `steal` takes it. */
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
  /** A UUIDv7: commands, events and racers are named on the device. */
  make(): string;
}
