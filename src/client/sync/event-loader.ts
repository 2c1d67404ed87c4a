import type { Sight } from '../../domain/sights/views.ts';
import type { ErrorCode } from '../../protocol/errors.ts';
import { readErrorOf } from '../../protocol/read-errors.ts';
import { backoffMs, type BackoffLimits } from './backoff.ts';
import type { EventStore } from './event-store.ts';
import type { CachedEvent, FollowingStorage, FollowingTransport, GuestKey, SyncPorts } from './ports.ts';

export interface EventLoaderParts {
  readonly ports: Pick<SyncPorts, 'timers' | 'random' | 'log'> & {
    readonly storage: Pick<FollowingStorage, 'saveEvent' | 'readEvent' | 'forgetEvent'>;
    readonly transport: Pick<FollowingTransport, 'fetchEvent' | 'fetchChanges'>;
  };
  readonly userId: string;
  readonly store: EventStore;
  keyOf(eventId: string): GuestKey | undefined;
  /** The event was made on this device and the server does not know it yet. */
  isBeingCreated(eventId: string): boolean;
  /** Whether the keys of the links are missing: only the whole event carries them. */
  lacksKeys(eventId: string): boolean;
  /** The sights in which the page has an event. Absent where the page has no other than a viewer's. */
  sightsOf?(cached: CachedEvent): readonly Sight[];
  hasPending(eventId: string): boolean;
  isFollowed(eventId: string): boolean;
  /** The event was lost, and the server gives it again: its subscription on the socket has ended meanwhile. */
  onRegained(eventId: string): void;
}

export interface EventLoader {
  /** Loads the event from the device's cache, once. */
  load(eventId: string): Promise<void>;
  /** Loads the device's cache again: another tab may have stored more. */
  reload(eventId: string): Promise<void>;
  /** Asks the server for what is missing. `refused`: the server will not give it, now or later. */
  refill(eventId: string): Promise<'done' | 'refused' | 'failed'>;
  saveSoon(eventId: string): void;
  /** The server gives no more of it. */
  lose(eventId: string, code: ErrorCode): void;
  stop(): void;
}

const SAVE_AFTER_MS = 500;
const RETRY: BackoffLimits = { firstMs: 1_000, mostMs: 15_000 };
const CLOSED = new Set([403, 404]);

export function createEventLoader(parts: EventLoaderParts): EventLoader {
  const { ports, userId, store } = parts;
  const { storage, transport, timers, log } = ports;
  const loads = new Map<string, Promise<void>>();
  const refills = new Map<string, ReturnType<EventLoader['refill']>>();
  /** Null: none is due, after at least one. */
  const saves = new Map<string, (() => void) | null>();
  const failures = new Map<string, number>();
  const losses = new Map<string, number>();
  /** A viewer's events that the last answer did not bring up to date, as the changes of a node of the release before. */
  const doubted = new Set<string>();
  let isStopped = false;

  async function reload(eventId: string): Promise<void> {
    try {
      const cached = await storage.readEvent(userId, eventId);
      if (cached !== undefined) store.mergeSnapshot(cached);
    } catch (error) {
      log('An event could not be read', { error });
    }
  }

  async function ask(eventId: string): ReturnType<EventLoader['refill']> {
    const key = parts.keyOf(eventId)?.key;
    const known = store.confirmed(eventId);
    const lossesBefore = losses.get(eventId);
    const answer =
      known === null || parts.lacksKeys(eventId) || doubted.has(eventId)
        ? await transport.fetchEvent(eventId, key)
        : await transport.fetchChanges(eventId, known.event.seq, key, parts.sightsOf?.(known));
    if (answer.ok) {
      failures.delete(eventId);
      // An answer from before the loss does not tell what came after it.
      const isRegained = losses.get(eventId) === lossesBefore && store.read(eventId).getSnapshot().problem !== null;
      if (isRegained) {
        store.setProblem(eventId, null);
        parts.onRegained(eventId);
      }
      if ('changes' in answer.value) store.mergeChanges(eventId, answer.value.changes);
      else if ('rows' in answer.value) store.mergeRows(answer.value);
      else if (known !== null && answer.value.event.seq < known.event.seq) store.resetTo(answer.value);
      else store.mergeSnapshot(answer.value);
      saveSoon(eventId);
      const isBehind = store.hasGap(eventId);
      if (isBehind && known?.view === 'viewer' && !('event' in answer.value)) doubted.add(eventId);
      else doubted.delete(eventId);
      return isBehind ? retry(eventId) : 'done';
    }
    if (answer.error.code === 'client-outdated') store.setOutdated(eventId);
    if (!CLOSED.has(readErrorOf(answer.error.code).http)) return retry(eventId);
    lose(eventId, answer.error.code);
    return 'refused';
  }

  function retry(eventId: string): 'failed' {
    const count = (failures.get(eventId) ?? 0) + 1;
    failures.set(eventId, count);
    timers.after(backoffMs(count, ports.random, RETRY), () => {
      const isWanted = store.hasGap(eventId) || store.confirmed(eventId) === null;
      if (!isStopped && isWanted && parts.isFollowed(eventId)) void refill(eventId);
    });
    return 'failed';
  }

  function refill(eventId: string): ReturnType<EventLoader['refill']> {
    const running = refills.get(eventId);
    if (running !== undefined) return running;
    const asking = ask(eventId).finally(() => refills.delete(eventId));
    refills.set(eventId, asking);
    return asking;
  }

  function lose(eventId: string, code: ErrorCode): void {
    if (parts.isBeingCreated(eventId)) return;
    // The event on the screen stays there, with the offer to update: the state was right as far as it goes.
    if (code === 'client-outdated' && store.confirmed(eventId) !== null) return store.setOutdated(eventId);
    losses.set(eventId, (losses.get(eventId) ?? 0) + 1);
    store.setProblem(eventId, code);
    // While a command waits, its event stays cached: the session may just have run out in the middle of a race.
    if (!CLOSED.has(readErrorOf(code).http) || parts.hasPending(eventId)) return;
    saves.get(eventId)?.();
    saves.delete(eventId);
    storage.forgetEvent(userId, eventId).catch((error: unknown) => log('An event could not be forgotten', { error }));
  }

  function saveSoon(eventId: string): void {
    if (isStopped || saves.get(eventId)) return;
    // The first time at once: taps on an event that is not on the device show nothing after a reload without a network.
    const callOff = timers.after(saves.has(eventId) ? SAVE_AFTER_MS : 0, () => {
      saves.set(eventId, null);
      const cached = store.confirmed(eventId);
      if (cached === null) return;
      storage.saveEvent(userId, cached).catch((error: unknown) => log('An event could not be cached', { error }));
    });
    saves.set(eventId, callOff);
  }

  return {
    load(eventId) {
      const loading = loads.get(eventId) ?? reload(eventId);
      loads.set(eventId, loading);
      return loading;
    },
    reload,
    refill,
    saveSoon,
    lose,
    stop() {
      isStopped = true;
      for (const callOff of saves.values()) callOff?.();
    },
  };
}
