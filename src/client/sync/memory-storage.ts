import type { ClockObservation } from '../../domain/timing/clock.ts';
import type { AccountSnapshot } from '../../protocol/live.ts';
import { SCHEMA_VERSION } from '../../protocol/schema-version.ts';
import type { CachedEvent, GuestKey, OutboxRow, SyncStorage } from './ports.ts';

/** Storage for a browser that keeps nothing: all works as usual until the page is closed. */
export function createMemoryStorage(): SyncStorage {
  const rows = new Map<string, OutboxRow>();
  const events = new Map<string, CachedEvent>();
  const accounts = new Map<string, AccountSnapshot>();
  const guestKeys = new Map<string, GuestKey>();
  let observations: readonly ClockObservation[] = [];
  const guests = new Set<string>();
  let device: string | null = null;
  let orders = 0;

  const keyOf = (userId: string, eventId: string) => `${userId} ${eventId}`;
  const saveEvent = (userId: string, cached: CachedEvent): void => {
    const key = keyOf(userId, cached.event.id);
    const known = events.get(key);
    if (known === undefined || known.event.seq <= cached.event.seq) events.set(key, structuredClone(cached));
  };

  return {
    isDurable: false,
    deviceId: async (make) => (device ??= make()),
    addRows: async (userId, commands) =>
      commands.map((command) => {
        const known = rows.get(command.id);
        if (known !== undefined) return known;
        const row: OutboxRow = {
          command: structuredClone(command),
          userId,
          order: (orders += 1),
          state: 'pending',
          schema: SCHEMA_VERSION,
        };
        rows.set(command.id, row);
        return row;
      }),
    listRows: async (userId) => [...rows.values()].filter((row) => row.userId === userId),
    async refuseRow(commandId, code) {
      const row = rows.get(commandId);
      if (row !== undefined) rows.set(commandId, { ...row, state: 'refused', code });
    },
    async settle({ userId, remove, events: cached, left = [] }) {
      for (const eventId of left) guestKeys.delete(eventId);
      for (const commandId of remove) rows.delete(commandId);
      for (const each of cached) saveEvent(userId, each);
    },
    async dismissRow(commandId) {
      if (rows.get(commandId)?.state === 'refused') rows.delete(commandId);
    },
    rememberGuest: async (userId) => void guests.add(userId),
    async adoptGuests(userId) {
      for (const row of rows.values()) if (guests.has(row.userId)) rows.set(row.command.id, { ...row, userId });
    },
    saveEvent: async (userId, cached) => saveEvent(userId, cached),
    readEvent: async (userId, eventId) => events.get(keyOf(userId, eventId)),
    listStaleEvents: async () => [],
    forgetEvent: async (userId, eventId) => void events.delete(keyOf(userId, eventId)),
    saveAccount: async (userId, account) => void accounts.set(userId, structuredClone(account)),
    readAccount: async (userId) => accounts.get(userId),
    async forgetCaches(userId) {
      accounts.delete(userId);
      for (const key of events.keys()) if (key.startsWith(`${userId} `)) events.delete(key);
    },
    listObservations: async () => observations,
    async changeObservations(add, drop) {
      const gone = new Set(drop.map(({ reading }) => `${reading.origin} ${reading.monotonic}`));
      const kept = observations.filter(({ reading }) => !gone.has(`${reading.origin} ${reading.monotonic}`));
      observations = [...kept, ...add];
    },
    saveGuestKey: async (eventId, key) => void guestKeys.set(eventId, key),
    listGuestKeys: async () => new Map(guestKeys),
  };
}
