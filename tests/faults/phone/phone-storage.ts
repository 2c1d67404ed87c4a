import { DatabaseSync } from '@photostructure/sqlite';
import { SCHEMA_VERSION } from '../../../src/protocol/schema-version.ts';
import type { CachedEvent, GuestKey, OutboxRow, SyncStorage } from '../../../src/client/sync/ports.ts';
import type { ClockObservation } from '../../../src/domain/timing/clock.ts';
import type { AccountSnapshot } from '../../../src/protocol/live.ts';

type Kind = 'device' | 'guest' | 'event' | 'account' | 'observation' | 'key';

/** A file instead of IndexedDB, which is synced before anything is reported as recorded. */
export function openPhoneStorage(file: string): SyncStorage {
  const db = new DatabaseSync(file);
  db.exec(`pragma journal_mode = wal; pragma synchronous = full;
    create table if not exists outbox ("order" integer primary key autoincrement, id text unique, userId text, row text);
    create table if not exists kept (kind text, key text, value text, primary key (kind, key));`);
  const statements = {
    put: db.prepare('insert or replace into kept values (?, ?, ?)'),
    get: db.prepare('select value from kept where kind = ? and key = ?'),
    list: db.prepare('select key, value from kept where kind = ?'),
    drop: db.prepare('delete from kept where kind = ? and key = ?'),
    addRow: db.prepare('insert or ignore into outbox (id, userId, row) values (?, ?, ?)'),
    findRow: db.prepare('select * from outbox where id = ?'),
    listRows: db.prepare('select * from outbox where userId = ? order by "order"'),
    writeRow: db.prepare('update outbox set userId = ?, row = ? where id = ?'),
    dropRow: db.prepare('delete from outbox where id = ?'),
  };
  const put = (kind: Kind, key: string, value: unknown) => void statements.put.run(kind, key, JSON.stringify(value));
  const drop = (kind: Kind, key: string) => void statements.drop.run(kind, key);
  function get<Value>(kind: Kind, key: string): Value | undefined {
    const found = statements.get.get(kind, key) as { value: string } | undefined;
    return found && (JSON.parse(found.value) as Value);
  }
  function list<Value>(kind: Kind): [key: string, value: Value][] {
    const rows = statements.list.all(kind) as { key: string; value: string }[];
    return rows.map(({ key, value }) => [key, JSON.parse(value) as Value]);
  }
  function findRow(id: string): OutboxRow | undefined {
    const found = statements.findRow.get(id) as StoredRow | undefined;
    return found && asRow(found);
  }
  const writeRow = ({ command, userId, state, code }: OutboxRow) =>
    void statements.writeRow.run(userId, JSON.stringify({ command, state, code }), command.id);
  /** Runs the writes in one transaction. */
  function together(work: () => void): void {
    db.exec('begin immediate');
    try {
      work();
      db.exec('commit');
    } catch (error) {
      db.exec('rollback');
      throw error;
    }
  }
  function saveEvent(userId: string, cached: CachedEvent): void {
    const key = `${userId} ${cached.event.id}`;
    if ((get<CachedEvent>('event', key)?.event.seq ?? 0) <= cached.event.seq) put('event', key, cached);
  }
  const keyOf = ({ reading }: ClockObservation) => `${reading.origin} ${reading.monotonic}`;

  return {
    isDurable: true,
    async deviceId(make) {
      const id = get<string>('device', 'id') ?? make();
      put('device', 'id', id);
      return id;
    },
    async addRows(userId, commands) {
      together(() => {
        for (const command of commands)
          statements.addRow.run(command.id, userId, JSON.stringify({ command, state: 'pending' }));
      });
      return commands.map(({ id }) => findRow(id)!);
    },
    listRows: async (userId) => (statements.listRows.all(userId) as StoredRow[]).map(asRow),
    async refuseRow(commandId, code) {
      const row = findRow(commandId);
      if (row !== undefined) writeRow({ ...row, state: 'refused', code });
    },
    settle: async ({ userId, remove, events, left = [] }) =>
      together(() => {
        for (const eventId of left) drop('key', eventId);
        for (const id of remove) statements.dropRow.run(id);
        for (const cached of events) saveEvent(userId, cached);
      }),
    async dismissRow(commandId) {
      if (findRow(commandId)?.state === 'refused') statements.dropRow.run(commandId);
    },
    rememberGuest: async (userId) => put('guest', userId, userId),
    adoptGuests: async (userId) =>
      together(() => {
        for (const [guest] of list('guest')) {
          for (const row of statements.listRows.all(guest) as StoredRow[]) writeRow({ ...asRow(row), userId });
        }
      }),
    saveEvent: async (userId, cached) => saveEvent(userId, cached),
    listStaleEvents: async () => [],
    readEvent: async (userId, eventId) => get<CachedEvent>('event', `${userId} ${eventId}`),
    forgetEvent: async (userId, eventId) => drop('event', `${userId} ${eventId}`),
    saveAccount: async (userId, account) => put('account', userId, account),
    readAccount: async (userId) => get<AccountSnapshot>('account', userId),
    async forgetCaches(userId) {
      drop('account', userId);
      for (const [key] of list('event')) if (key.startsWith(`${userId} `)) drop('event', key);
    },
    listObservations: async () => list<ClockObservation>('observation').map(([, value]) => value),
    changeObservations: async (add, gone) =>
      together(() => {
        for (const observation of gone) drop('observation', keyOf(observation));
        for (const observation of add) put('observation', keyOf(observation), observation);
      }),
    saveGuestKey: async (eventId, key) => put('key', eventId, key),
    listGuestKeys: async () => new Map(list<GuestKey>('key')),
  };
}

interface StoredRow {
  readonly order: number;
  readonly userId: string;
  readonly row: string;
}

const asRow = ({ order, userId, row }: StoredRow): OutboxRow => ({
  ...(JSON.parse(row) as Pick<OutboxRow, 'command' | 'state'>),
  schema: SCHEMA_VERSION,
  order,
  userId,
});
