import { join } from 'node:path';
import { Kysely, Migrator, sql } from 'kysely';
import { afterEach, describe, expect, test } from 'vitest';
import { listTransfers } from '../../src/server/storage/credit-history.ts';
import type { Storage } from '../../src/server/storage/engine.ts';
import { openStorage } from '../../src/server/storage/database.ts';
import { auditLedger } from '../../src/server/storage/ledger-audit.ts';
import { takeCredits } from '../../src/server/storage/ledger.ts';
import { createAccounts } from '../../src/server/storage/migrations/0001-accounts.ts';
import { createEvents } from '../../src/server/storage/migrations/0002-events.ts';
import { createInvitations } from '../../src/server/storage/migrations/0003-invitations.ts';
import { createPostgresDialect } from '../../src/server/storage/postgres.ts';
import type { Schema } from '../../src/server/storage/schema.ts';
import { openSqlite } from '../../src/server/storage/sqlite.ts';
import { insertUser } from '../../src/server/storage/users.ts';
import { createTestDatabase, engines, quiet, type TestDatabase } from '../support/database.ts';

describe.each(engines)('a ledger from before it was enforced, on %s', (engine) => {
  let database: TestDatabase;
  let storage: Storage | undefined;
  let old: Kysely<Schema>;
  afterEach(async () => {
    await storage?.close();
    await database.remove();
  });

  /** Connects without migrating. */
  function connect(): Kysely<Schema> {
    const { dataDir, databaseUrl } = database;
    const dialect =
      databaseUrl === undefined
        ? openSqlite(join(dataDir, 'pushoff.db')).dialect
        : createPostgresDialect(databaseUrl, quiet);
    return new Kysely<Schema>({ dialect });
  }

  async function openOld(): Promise<void> {
    storage = undefined;
    database = await createTestDatabase(engine);
    old = connect();
    const released = {
      '0001-accounts': createAccounts(engine),
      '0002-events': createEvents(engine),
      '0003-invitations': createInvitations(engine),
    };
    const migrator = new Migrator({ db: old, provider: { getMigrations: async () => released } });
    expect((await migrator.migrateToLatest()).error).toBeUndefined();
    for (const house of ['welcome', 'grant', 'event', 'racer']) await addAccount(`house:${house}`, 'house', 0);
  }

  const addAccount = (id: string, kind: string, balance: number, userId: string | null = null) =>
    sql`insert into "creditAccounts" ("id", "kind", "userId", "balance", "createdAt")
      values (${id}, ${kind}, ${userId}, ${balance}, 1)`.execute(old);

  async function addPerson(name: string, balance: number): Promise<void> {
    const user = { id: name, name, email: `${name}@example.org`, passwordHash: '', accountId: name, now: 1 };
    await insertUser(old, user);
    await addAccount(`account-${name}`, 'user', balance, name);
  }

  /** A transfer in the old form: a charge has a negative amount. */
  async function addTransfer(name: string, kind: string, cause: string, change: number, at: number): Promise<void> {
    const [from, to] = [`house:${kind}`, `account-${name}`];
    const [giver, taker] = change > 0 ? [from, to] : [to, from];
    await sql`insert into "creditTransfers" ("id", "cause", "kind", "fromAccount", "toAccount", "amount", "createdAt")
      values (${`id-${cause}`}, ${cause}, ${kind}, ${giver}, ${taker}, ${Math.abs(change)}, ${at})`.execute(old);
    await sql`update "creditAccounts" set "balance" = "balance" - ${change} where "id" = ${from}`.execute(old);
  }

  const addReceipt = (commandId: string, made: object) =>
    sql`insert into "receipts" ("commandId", "userId", "bodyHash", "outcome", "createdAt")
      values (${commandId}, 'ada', '', ${JSON.stringify({ status: 'accepted', ...made })}, 1)`.execute(old);

  async function openNew(): Promise<Storage> {
    await old.destroy();
    storage = await openStorage(database, quiet);
    return storage;
  }

  test('is migrated with numbers, balances and subjects, and continues from there', async () => {
    await openOld();
    await addPerson('ada', 54);
    await addPerson('bea', 100);
    await addTransfer('ada', 'welcome', 'welcome:ada', 100, 10);
    await addTransfer('bea', 'welcome', 'welcome:bea', 100, 15);
    await addTransfer('ada', 'event', 'event:command-1', -20, 20);
    await addTransfer('ada', 'racer', 'racer:command-2', -3, 30);
    await addTransfer('ada', 'event', 'event-waited:event-2', -20, 40);
    await addTransfer('ada', 'racer', 'racer-waited:racer-2', -3, 50);
    await addReceipt('command-1', { eventId: 'event-1', firstSeq: 1, lastSeq: 1 });
    await addReceipt('command-2', { racerId: 'racer-1' });
    const { db } = await openNew();

    const lines = await listTransfers(db, 'ada');
    expect(
      lines.map(({ number, kind, subjectId, amount, balance }) => [number, kind, subjectId, amount, balance]),
    ).toEqual([
      [1, 'welcome', null, 100, 100],
      [2, 'event', 'event-1', -20, 80],
      [3, 'racer', 'racer-1', -3, 77],
      [4, 'event', 'event-2', -20, 57],
      [5, 'racer', 'racer-2', -3, 54],
    ]);
    expect(lines.map(({ createdAt }) => createdAt)).toEqual([10, 20, 30, 40, 50]);
    expect(await listTransfers(db, 'bea')).toMatchObject([{ number: 1, balance: 100, cause: 'welcome:bea' }]);
    const charge = { userId: 'ada', kind: 'racer', cause: 'racer:new', amount: 3, now: 60 } as const;
    expect(await db.transaction().execute((trx) => takeCredits(trx, charge))).toBe(true);
    expect((await listTransfers(db, 'ada')).at(-1)).toMatchObject({ number: 6, balance: 51 });
    expect(await auditLedger(db)).toMatchObject({ counts: { accounts: 2, transfers: 7 }, findings: [] });
  });

  test('is migrated where times do not give the order, with no balance ever below zero', async () => {
    await openOld();
    await addPerson('ada', 5);
    await addTransfer('ada', 'event', 'event:a', -20, 10);
    await addTransfer('ada', 'grant', 'grant:a', 25, 10);
    await addPerson('bea', 5);
    await addTransfer('bea', 'event', 'event:b', -20, 10);
    await addTransfer('bea', 'grant', 'grant:b', 25, 11);
    const { db } = await openNew();
    for (const name of ['ada', 'bea']) {
      expect((await listTransfers(db, name)).map(({ amount, balance }) => [amount, balance])).toEqual([
        [25, 25],
        [-20, 5],
      ]);
    }
    expect((await auditLedger(db)).findings).toEqual([]);
  });

  test('keeps every balance, also where one was changed by hand', async () => {
    await openOld();
    await addPerson('ada', 500);
    await addTransfer('ada', 'welcome', 'welcome:ada', 100, 10);
    await addPerson('bea', 1);
    await addTransfer('bea', 'welcome', 'welcome:bea', 100, 10);
    await addPerson('cem', 0);
    const { db } = await openNew();
    const balances = await db
      .selectFrom('creditAccounts')
      .select(['id', 'balance'])
      .where('kind', '=', 'user')
      .execute();
    expect(Object.fromEntries(balances.map(({ id, balance }) => [id, balance]))).toEqual({
      'account-ada': 500,
      'account-bea': 1,
      'account-cem': 0,
    });
    expect(await listTransfers(db, 'ada')).toMatchObject([{ kind: 'adjustment', amount: 400 }, { balance: 500 }]);
    expect((await listTransfers(db, 'bea')).at(-1)).toMatchObject({ kind: 'adjustment', amount: -99, balance: 1 });
    expect((await auditLedger(db)).findings).toEqual([]);
  });

  test('stays unchanged when it cannot be migrated', async () => {
    await openOld();
    await addPerson('ada', 0);
    await addPerson('bea', 0);
    await sql`insert into "creditTransfers" ("id", "cause", "kind", "fromAccount", "toAccount", "amount", "createdAt")
      values ('x', 'x', 'grant', 'house:welcome', 'house:grant', 5, 1)`.execute(old);
    await old.destroy();
    await expect(openStorage(database, quiet).then(({ close }) => close())).rejects.toThrow();
    old = connect();
    const { rows } = await sql<{ id: string }>`select * from "creditTransfers"`.execute(old);
    expect(rows).toEqual([
      {
        id: 'x',
        cause: 'x',
        kind: 'grant',
        fromAccount: 'house:welcome',
        toAccount: 'house:grant',
        amount: 5,
        createdAt: 1,
      },
    ]);
    await old.destroy();
  });
});
