import type { Change } from '../../domain/model/changes.ts';
import type { EventState } from '../../domain/model/state.ts';
import type { UnknownChange } from '../../domain/events/unknown-change.ts';
import type { AccountSnapshot, GuestKeys, SharedGroup } from '../../protocol/live.ts';
import type { Sender } from '../access/sender.ts';
import type { ProxyList } from '../addresses/client-address.ts';
import type { KeyGuesses } from '../guesses/key-guesses.ts';
import type { Limiter } from '../limits/limiter.ts';
import type { Log } from '../log.ts';
import type { LiveMeter } from '../metrics/live-meter.ts';
import type { ListedRow, LogHead } from '../storage/event-reads.ts';
import type { Limits } from './limits.ts';

/** Reads see everything that was committed before they began. */
export interface EventReader {
  /** Whether the event exists for a reader, found out without reading the event. */
  isOpenTo(eventId: string, sender: Sender | null, key: string | undefined): Promise<boolean>;
  /** The state is the caller's own. `address`: that of the follower for whom it is read first. */
  loadEvent(eventId: string, address: string): Promise<EventState | null>;
  /** Absent where no log is ever rewritten. */
  readHead?(eventId: string): Promise<LogHead | undefined>;
  /** Changes without gaps, in order. */
  readChanges(eventId: string, after: number): Promise<readonly Change[]>;
  readKeys(eventId: string): Promise<GuestKeys | undefined>;
  /** Absent where there are no screens. */
  readScreenKeys?(eventId: string): Promise<readonly string[]>;
}

export interface LoadedAccount {
  readonly account: AccountSnapshot;
  /** Seq of each listed event when it was read. */
  readonly seqs: ReadonlyMap<string, number>;
}

/** Parts that the hub works with, whichever way sockets come to it. */
export interface HubParts {
  readonly reader: EventReader;
  readonly log: Log;
  /** The common clock, in epoch milliseconds, possibly with fractions. */
  readonly clock: { now(): number };
  readonly keyGuesses: KeyGuesses;
  /** The cookie's sender now. Asked again while a socket is open: the answer may have become null. */
  recognise(cookie: string): Promise<Sender | null>;
  loadAccount(sender: Sender): Promise<LoadedAccount>;
  /** Listed columns of these events. Absent where there is no other node. */
  loadListed?(eventIds: readonly string[]): Promise<readonly ListedRow[]>;
  loadGroup(groupId: string): Promise<SharedGroup>;
  /** Heads of these events' logs. Absent where there is no other node. */
  readHeads?(eventIds: readonly string[]): Promise<ReadonlyMap<string, LogHead>>;
  readonly meter?: LiveMeter | undefined;
  /** Whether commands for an event are being stored on this node. */
  readonly isStoring?: ((eventId: string) => boolean) | undefined;
  /** Called for a change of a kind that this node does not know: no reader is shown the event here. */
  readonly onUnreadable?: ((error: UnknownChange) => void) | undefined;
}

export interface LiveParts extends HubParts {
  readonly publicUrl: string;
  readonly trustedProxies: ProxyList;
  /**
   * Limit on new sockets, by address: each has its session looked up, and one that closes again at once counts nowhere
   * else.
   */
  readonly arrivals?: Pick<Limiter, 'take'>;
  /** Other limits than the usual ones, for tests. */
  readonly limits?: Partial<Limits>;
}
