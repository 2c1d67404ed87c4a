import { isEventCommand } from '../../protocol/command-kinds.ts';
import type { Command } from '../../protocol/commands.ts';
import type { GuestKey, SyncPorts } from './ports.ts';

/** The keys of guest links that this device holds, so that a guest can come back. */
export interface HeldKeys {
  of(eventId: string): GuestKey | undefined;
  /** The keys that these commands need, by event. */
  forCommands(commands: readonly Command[]): Record<string, string>;
  load(): Promise<void>;
  /** The key counts at once; resolves when it is on disk. */
  hold(eventId: string, key: GuestKey): Promise<void>;
  /** Reads the keys again, and answers the events whose key has come or gone: another tab was let in by a link, or left. */
  refresh(): Promise<readonly string[]>;
}

export function createHeldKeys({ storage, log }: Pick<SyncPorts, 'storage' | 'log'>): HeldKeys {
  const keys = new Map<string, GuestKey>();
  /** Keys that are not on disk yet, or never will be: a key missing on disk may still be held. */
  const unsaved = new Set<string>();
  async function save(eventId: string): Promise<void> {
    try {
      await storage.saveGuestKey(eventId, keys.get(eventId)!);
      unsaved.delete(eventId);
    } catch (error) {
      log('A guest key could not be kept', { error });
    }
  }

  return {
    of: (eventId) => keys.get(eventId),
    forCommands(commands) {
      const eventIds = new Set(commands.filter(isEventCommand).map(({ eventId }) => eventId));
      return Object.fromEntries([...keys].filter(([id]) => eventIds.has(id)).map(([id, { key }]) => [id, key]));
    },
    async load() {
      for (const [eventId, key] of await storage.listGuestKeys()) if (!keys.has(eventId)) keys.set(eventId, key);
    },
    async hold(eventId, key) {
      keys.set(eventId, key);
      unsaved.add(eventId);
      await save(eventId);
    },
    async refresh() {
      for (const eventId of unsaved) await save(eventId);
      const stored = await storage.listGuestKeys();
      const dropped = [...keys.keys()].filter((eventId) => !stored.has(eventId) && !unsaved.has(eventId));
      const added = [...stored].filter(([eventId]) => !keys.has(eventId));
      for (const eventId of dropped) keys.delete(eventId);
      for (const [eventId, key] of added) keys.set(eventId, key);
      return [...dropped, ...added.map(([eventId]) => eventId)];
    },
  };
}
