import type { GuestKey, SyncPorts } from './ports.ts';

/** The keys of guest links that this device holds, to come back with. */
export interface HeldKeys {
  of(eventId: string): GuestKey | undefined;
  load(): Promise<void>;
  /** Counts at once; resolves when it is on disk. */
  hold(eventId: string, key: GuestKey): Promise<void>;
  /** Whoever leaves an event must not come back by merely looking at it. */
  drop(eventId: string): void;
}

export function createHeldKeys({ storage, log }: Pick<SyncPorts, 'storage' | 'log'>): HeldKeys {
  const keys = new Map<string, GuestKey>();
  return {
    of: (eventId) => keys.get(eventId),
    async load() {
      for (const [eventId, key] of await storage.listGuestKeys()) if (!keys.has(eventId)) keys.set(eventId, key);
    },
    async hold(eventId, key) {
      keys.set(eventId, key);
      await storage
        .saveGuestKey(eventId, key)
        .catch((error: unknown) => log('A guest key could not be kept', { error }));
    },
    drop(eventId) {
      keys.delete(eventId);
      storage.forgetGuestKey(eventId).catch((error: unknown) => log('A guest key could not be dropped', { error }));
    },
  };
}
