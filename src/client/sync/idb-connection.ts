import type { DBSchema, IDBPDatabase } from 'idb';
import type { ClockObservation } from '../../domain/timing/clock.ts';
import type { AccountSnapshot } from '../../protocol/live.ts';
import type { CachedEvent, GuestKey, OutboxRow } from './ports.ts';
import { createReopenedDatabase } from './reopened-database.ts';

/** A value with the schema version under which it was stored. Absent: Beta 0.23 or before. */
export type Stamped<Value> = Value & { readonly schema?: number };

export interface DeviceSchema extends DBSchema {
  outbox: {
    key: number;
    value: Omit<OutboxRow, 'order' | 'schema'> & { readonly order?: number; readonly schema?: number };
    indexes: { command: string; user: string };
  };
  events: { key: [userId: string, eventId: string]; value: Stamped<CachedEvent> };
  accounts: { key: string; value: Stamped<AccountSnapshot> };
  observations: { key: [origin: number, monotonic: number]; value: ClockObservation };
  guestKeys: { key: string; value: GuestKey };
  device: { key: string; value: string };
}

type DeviceDatabase = IDBPDatabase<DeviceSchema>;

export interface IdbConnection {
  /** Runs the work on an open database. The work may run more than once, and must then give the same result. */
  run<Value>(work: (database: DeviceDatabase) => Promise<Value>): Promise<Value>;
}

/** Longest wait for the database: a tap must not wait for ever to be stored. */
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
