import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import type { ClockObservation } from '../../domain/timing/clock.ts';
import type { AccountSnapshot } from '../../protocol/live.ts';
import type { CachedEvent, GuestKey, OutboxRow } from './ports.ts';

/** With the schema version under which it was stored. Absent: Beta 0.23 or before. */
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

export type DeviceDatabase = IDBPDatabase<DeviceSchema>;

export interface IdbConnection {
  /** Runs it on an open database. It may run more than once, so it must come to the same when it does. */
  run<Value>(work: (database: DeviceDatabase) => Promise<Value>): Promise<Value>;
}

const VERSION = 1;
const MOST_TRIES = 3;
/** Some browsers leave a request without an answer for ever; a tap must not wait that long for its place. */
const ANSWER_WITHIN_MS = 5_000;

/**
 * Browsers close the connection under a page: to free memory, when site data is cleared, when another tab brings a new
 * version. Then it is opened again and the work done again.
 */
export function createIdbConnection(name: string, log: (message: string, details?: object) => void): IdbConnection {
  let opening: Promise<DeviceDatabase> | null = null;

  function openAt(version: number | undefined, forget: () => void): Promise<DeviceDatabase> {
    return openDB<DeviceSchema>(name, version, {
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
      blocked: () => log('Another tab holds an older storage open'),
      blocking: (_current, _blocked, event) => {
        forget();
        (event.target as IDBDatabase).close();
      },
      terminated: forget,
    });
  }

  function open(): Promise<DeviceDatabase> {
    if (opening !== null) return opening;
    const forget = () => {
      if (opening === current) opening = null;
    };
    const current = openAt(VERSION, forget).catch((error: unknown) => {
      // Another tab has brought a newer release. Releases only add to the storage, so this one can still write its rows.
      if (error instanceof DOMException && error.name === 'VersionError') return openAt(undefined, forget);
      throw error;
    });
    opening = current;
    current.catch(forget);
    return current;
  }

  return {
    async run(work) {
      for (let tries = 1; ; tries += 1) {
        const current = within(open());
        try {
          return await within(current.then(work));
        } catch (error) {
          if (tries === MOST_TRIES || !isWorthAnotherTry(error)) throw error;
          opening = null;
          current.then((database) => database.close()).catch(() => undefined);
        }
      }
    },
  };
}

/** The connection was closed under the work, or never answered. A full disk, say, is not mended by trying again. */
function isWorthAnotherTry(error: unknown): boolean {
  return (
    error instanceof DOMException &&
    ['InvalidStateError', 'AbortError', 'UnknownError', 'TimeoutError'].includes(error.name)
  );
}

function within<Value>(work: Promise<Value>): Promise<Value> {
  let timer: ReturnType<typeof setTimeout>;
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new DOMException('Storage does not answer', 'TimeoutError')), ANSWER_WITHIN_MS);
  });
  return Promise.race([work, timeout]).finally(() => clearTimeout(timer));
}
