import type { GuestKey, SyncPorts } from './ports.ts';

/** The keys of guest links that this device holds, to come back with. */
export interface HeldKeys {
  of(eventId: string): GuestKey | undefined;
  load(): Promise<void>;
  /** Counts at once; resolves when it is on disk. */
  hold(eventId: string, key: GuestKey): Promise<void>;
  /** Whoever leaves an event must not come back by merely looking at it. */
  drop(eventId: string): void;
  /** Another tab may have dropped some: those events. */
  refresh(): Promise<readonly string[]>;
}

export function createHeldKeys({ storage, log }: Pick<SyncPorts, 'storage' | 'log'>): HeldKeys {
  const keys = new Map<string, GuestKey>();
  /** Not on disk yet, or never: what is not there may still be held. */
  const unsaved = new Set<string>();
  return {
    of: (eventId) => keys.get(eventId),
    async load() {
      for (const [eventId, key] of await storage.listGuestKeys()) if (!keys.has(eventId)) keys.set(eventId, key);
    },
    async hold(eventId, key) {
      keys.set(eventId, key);
      unsaved.add(eventId);
      try {
        await storage.saveGuestKey(eventId, key);
        unsaved.delete(eventId);
      } catch (error) {
        log('A guest key could not be kept', { error });
      }
    },
    drop(eventId) {
      keys.delete(eventId);
      unsaved.delete(eventId);
      storage.forgetGuestKey(eventId).catch((error: unknown) => log('A guest key could not be dropped', { error }));
    },
    async refresh() {
      const stored = await storage.listGuestKeys();
      const dropped = [...keys.keys()].filter((eventId) => !stored.has(eventId) && !unsaved.has(eventId));
      for (const eventId of dropped) keys.delete(eventId);
      return dropped;
    },
  };
}
