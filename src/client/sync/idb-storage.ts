import type { IDBPTransaction } from 'idb';
import { SCHEMA_VERSION } from '../../protocol/schema-version.ts';
import { upcastCommand } from '../../protocol/upcast.ts';
import { createIdbConnection, type DeviceSchema, type Stamped } from './idb-connection.ts';
import { createMemoryStorage } from './memory-storage.ts';
import type { CachedEvent, OutboxRow, SyncStorage } from './ports.ts';
import { withoutEmpty } from './reopened-database.ts';

const DEVICE_ID = 'id';
/** Prefix of the keys under which guests of this device are remembered. */
const GUEST = 'guest ';
/** Only with strict durability does a finished transaction mean that the disk has the data. */
const STRICT = { durability: 'strict' } as const;

type Log = (message: string, details?: object) => void;

/** The device's own storage, or, where the browser gives none, memory that says so. */
export async function openDeviceStorage(log: Log, name = 'pushoff'): Promise<SyncStorage> {
  const storage = createIdbStorage(log, name);
  try {
    await storage.listGuestKeys();
    return storage;
  } catch (error) {
    log('This browser keeps nothing: what is recorded here is lost when the page is closed before it is sent', {
      error,
    });
    return createMemoryStorage();
  }
}

function createIdbStorage(log: Log, name: string): SyncStorage {
  const { run } = createIdbConnection(name, log);
  return {
    isDurable: true,

    deviceId: (make) =>
      run(async (database) => {
        const tx = database.transaction('device', 'readwrite', STRICT);
        return finish(tx, async () => {
          const known = await tx.store.get(DEVICE_ID);
          const id = known ?? make();
          if (known === undefined) await tx.store.put(id, DEVICE_ID);
          return id;
        });
      }),

    addRows: (userId, commands) =>
      run(async (database) => {
        const rows = commands.map((command) =>
          structuredClone({ command, userId, state: 'pending' as const, schema: SCHEMA_VERSION }),
        );
        const tx = database.transaction('outbox', 'readwrite', STRICT);
        try {
          const adding = rows.map((row) => tx.store.add(row));
          // Committed in the same task: a tap that is made as the page is left needs no further step of the page.
          tx.commit();
          const [, ...orders] = await Promise.all([tx.done, ...adding]);
          return rows.map((row, index) => asRow({ ...row, order: orders[index]! }));
        } catch (error) {
          const known = await Promise.all(
            commands.map(({ id }) => database.getFromIndex('outbox', 'command', id).catch(() => undefined)),
          );
          return known.map((row) => {
            if (row === undefined) throw error;
            return asRow(row);
          });
        }
      }),
    listRows: (userId) =>
      run(async (database) => (await database.getAllFromIndex('outbox', 'user', userId)).map(asRow)),
    refuseRow: (commandId, code) =>
      run(async (database) => {
        const tx = database.transaction('outbox', 'readwrite', STRICT);
        return finish(tx, async () => {
          const row = await tx.store.index('command').get(commandId);
          if (row !== undefined) await tx.store.put({ ...row, state: 'refused', code });
        });
      }),
    settle: ({ userId, remove, events, left = [] }) =>
      run(async (database) => {
        const tx = database.transaction(['outbox', 'events', 'guestKeys'], 'readwrite');
        return finish(tx, async () => {
          for (const eventId of left) await tx.objectStore('guestKeys').delete(eventId);
          const outbox = tx.objectStore('outbox');
          for (const commandId of remove) {
            const order = await outbox.index('command').getKey(commandId);
            if (order !== undefined) await outbox.delete(order);
          }
          for (const cached of events) await putEvent(tx, userId, cached);
        });
      }),
    dismissRow: (commandId) =>
      run(async (database) => {
        const tx = database.transaction('outbox', 'readwrite');
        return finish(tx, async () => {
          const row = await tx.store.index('command').get(commandId);
          if (row?.state === 'refused' && row.order !== undefined) await tx.store.delete(row.order);
        });
      }),

    rememberGuest: (userId) => run(async (database) => void (await database.put('device', userId, GUEST + userId))),
    adoptGuests: (userId) =>
      run(async (database) => {
        const tx = database.transaction(['outbox', 'device'], 'readwrite', STRICT);
        return finish(tx, async () => {
          const guests = await tx.objectStore('device').getAll(IDBKeyRange.bound(GUEST, `${GUEST}\uFFFF`));
          const outbox = tx.objectStore('outbox');
          for (const guest of withoutEmpty(guests)) {
            if (guest === userId) continue;
            for (const row of await outbox.index('user').getAll(guest)) await outbox.put({ ...row, userId });
          }
        });
      }),

    saveEvent: (userId, cached) =>
      run(async (database) => {
        const tx = database.transaction(['events'], 'readwrite');
        return finish(tx, async () => {
          await putEvent(tx, userId, cached);
        });
      }),
    readEvent: (userId, eventId) =>
      run(async (database) => ofThisVersion(await database.get('events', [userId, eventId]))),
    listStaleEvents: (userId) =>
      run(async (database) => {
        const stored = withoutEmpty(await database.getAll('events', ofUser(userId)));
        return stored.filter((each) => ofThisVersion(each) === undefined).map(({ event }) => event.id);
      }),
    forgetEvent: (userId, eventId) => run((database) => database.delete('events', [userId, eventId])),
    saveAccount: (userId, account) =>
      run(async (database) => void (await database.put('accounts', { ...account, schema: SCHEMA_VERSION }, userId))),
    readAccount: (userId) => run(async (database) => ofThisVersion(await database.get('accounts', userId))),
    forgetCaches: (userId) =>
      run(async (database) => {
        const tx = database.transaction(['events', 'accounts'], 'readwrite');
        return finish(tx, async () => {
          await tx.objectStore('events').delete(ofUser(userId));
          await tx.objectStore('accounts').delete(userId);
        });
      }),

    listObservations: () => run(async (database) => withoutEmpty(await database.getAll('observations'))),
    changeObservations: (add, drop) =>
      run(async (database) => {
        const tx = database.transaction('observations', 'readwrite', STRICT);
        return finish(tx, async () => {
          const changing = [
            ...drop.map(({ reading }) => tx.store.delete([reading.origin, reading.monotonic])),
            ...add.map((observation) => tx.store.put(observation)),
          ];
          // In the same task, as a tap: the taps of a page that is left are placed by its observations.
          tx.commit();
          await Promise.all(changing);
        });
      }),

    saveGuestKey: (eventId, key) =>
      run(async (database) => {
        const tx = database.transaction('guestKeys', 'readwrite', STRICT);
        return finish(tx, async () => {
          await tx.store.put(key, eventId);
        });
      }),
    listGuestKeys: () =>
      run(async (database) => {
        const tx = database.transaction('guestKeys');
        const [ids, keys] = await Promise.all([tx.store.getAllKeys(), tx.store.getAll()]);
        return new Map(ids.flatMap((id, index) => (keys[index] ? [[id, keys[index]] as const] : [])));
      }),
  };
}

/** Resolves when the transaction is done, not when its last request is: only then is the data on disk. */
async function finish<Value>(tx: { readonly done: Promise<void> }, work: () => Promise<Value>): Promise<Value> {
  const [value] = await Promise.all([work(), tx.done]);
  return value;
}

type EventsTransaction = Pick<
  IDBPTransaction<DeviceSchema, ('events' | 'guestKeys' | 'outbox')[], 'readwrite'>,
  'objectStore'
>;

async function putEvent(tx: EventsTransaction, userId: string, cached: CachedEvent): Promise<void> {
  const events = tx.objectStore('events');
  const known = ofThisVersion(await events.get([userId, cached.event.id]));
  if (known !== undefined && known.event.seq > cached.event.seq) return;
  await events.put({ ...cached, schema: SCHEMA_VERSION }, [userId, cached.event.id]);
}

const ofUser = (userId: string): IDBKeyRange => IDBKeyRange.bound([userId], [userId, []]);

/** Data stored by another release is not shown: its fields may mean something else. The server gives it anew. */
function ofThisVersion<Value>(stored: Stamped<Value> | undefined): Value | undefined {
  if (stored?.schema !== SCHEMA_VERSION) return undefined;
  const { schema: _, ...value } = stored;
  return value as Value;
}

/** A waiting command is in no log: it is upcast, however old it is, and never dropped. */
function asRow({ schema = 1, ...stored }: DeviceSchema['outbox']['value']): OutboxRow {
  return { ...stored, schema, command: upcastCommand(stored.command, schema), order: stored.order! };
}
