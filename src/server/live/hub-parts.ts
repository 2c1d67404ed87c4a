import type { Change } from '../../domain/events/changes.ts';
import type { EventState } from '../../domain/events/state.ts';
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
  /** Whether there is such an event for somebody, found out without reading the event. */
  isOpenTo(eventId: string, sender: Sender | null, key: string | undefined): Promise<boolean>;
  /** The caller's own. */
  loadEvent(eventId: string): Promise<EventState | null>;
  /** Absent where no log is ever rewritten. */
  readHead?(eventId: string): Promise<LogHead | undefined>;
  /** Without gaps, in order. */
  readChanges(eventId: string, after: number): Promise<readonly Change[]>;
  readKeys(eventId: string): Promise<GuestKeys | undefined>;
}

export interface LoadedAccount {
  readonly account: AccountSnapshot;
  /** How far the log of each listed event had come when it was read. */
  readonly seqs: ReadonlyMap<string, number>;
}

/** What the hub stands on, whichever way sockets come to it. */
export interface HubParts {
  readonly reader: EventReader;
  readonly log: Log;
  /** The common clock, in epoch milliseconds; with fractions where there are any. */
  readonly clock: { now(): number };
  /** By address and event. */
  readonly keyGuesses: KeyGuesses;
  /** Whose session the cookie is, now. Asked again while a socket is open: the answer may have become null. */
  recognise(cookie: string): Promise<Sender | null>;
  loadAccount(sender: Sender): Promise<LoadedAccount>;
  /** What lists show of these events. Absent where there is no other node. */
  loadListed?(eventIds: readonly string[]): Promise<readonly ListedRow[]>;
  loadGroup(groupId: string): Promise<SharedGroup>;
  /** How far the logs of these events have come. Absent where there is no other node. */
  readHeads?(eventIds: readonly string[]): Promise<ReadonlyMap<string, LogHead>>;
  readonly meter?: LiveMeter | undefined;
  /** Whether there are commands for an event here that are not stored yet. */
  readonly isStoring?: ((eventId: string) => boolean) | undefined;
  /** An event has a change of a kind that this node does not know: nobody is shown anything of it here. */
  readonly onUnreadable?: ((error: UnknownChange) => void) | undefined;
}

export interface LiveParts extends HubParts {
  readonly publicUrl: string;
  readonly trustedProxies: ProxyList;
  /** New sockets, by address: each has its session looked up, and one that closes again at once counts nowhere else. */
  readonly arrivals?: Pick<Limiter, 'take'>;
  /** Other values than the usual ones, for tests. */
  readonly limits?: Partial<Limits>;
}
