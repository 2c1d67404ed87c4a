import type { DBSchema, IDBPDatabase } from 'idb';
import type { ClockObservation } from '../../domain/timing/clock.ts';
import type { AccountSnapshot } from '../../protocol/live.ts';
import type { CachedEvent, GuestKey, OutboxRow } from './ports.ts';
import { createReopenedDatabase, type ReopenedDatabase } from './reopened-database.ts';

export interface DeviceSchema extends DBSchema {
  outbox: {
    key: number;
    value: Omit<OutboxRow, 'order'> & { readonly order?: number };
    indexes: { command: string; user: string };
  };
  events: { key: [userId: string, eventId: string]; value: CachedEvent };
  accounts: { key: string; value: AccountSnapshot };
  observations: { key: [origin: number, monotonic: number]; value: ClockObservation };
  guestKeys: { key: string; value: GuestKey };
  device: { key: string; value: string };
}

export type DeviceDatabase = IDBPDatabase<DeviceSchema>;

export type IdbConnection = ReopenedDatabase<DeviceSchema>;

/** A tap must not wait for ever for its place. */
const ANSWER_WITHIN_MS = 5_000;

export function createIdbConnection(name: string, log: (message: string, details?: object) => void): IdbConnection {
  return createReopenedDatabase<DeviceSchema>(name, {
    version: 1,
    upgrade(database) {
      const outbox = database.createObjectStore('outbox', { keyPath: 'order', autoIncrement: true });
      outbox.createIndex('command', 'command.id', { unique: true });
      outbox.createIndex('user', 'userId');
      database.createObjectStore('events');
      database.createObjectStore('accounts');
      database.createObjectStore('observations', { keyPath: ['reading.origin', 'reading.monotonic'] });
      database.createObjectStore('guestKeys');
      database.createObjectStore('device');
    },
    answerWithinMs: ANSWER_WITHIN_MS,
    repeatsUnanswered: true,
    log,
  });
}
