import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { NoDatabase } from '../../src/server/journal/store.ts';
import { connectStorage } from '../../src/server/storage/database.ts';
import { ConnectionLost, isDatabaseBusy } from '../../src/server/storage/database-busy.ts';
import type { Storage } from '../../src/server/storage/engine.ts';
import { createTestDatabase, quiet, type TestDatabase } from '../support/database.ts';
import { type Relay, startRelay } from '../support/relay.ts';

let database: TestDatabase;
let relay: Relay;
let storage: Storage;

beforeAll(async () => {
  database = await createTestDatabase('postgres');
  relay = await startRelay(database.databaseUrl!);
  storage = connectStorage({ dataDir: database.dataDir, databaseUrl: relay.url }, quiet, { patienceMs: 100 });
});
afterAll(async () => {
  await storage.close();
  await relay.stop();
  await database.remove();
});

const ask = () => sql<{ one: number }>`select 1 as one`.execute(storage.db).then(({ rows }) => rows[0]!.one);
const failureOf = (work: Promise<unknown>) =>
  work.then(
    () => undefined,
    (error: unknown) => error,
  );

test('[DF2] a connection that the database closes is named as lost, and the next request has another', async () => {
  const end = () => sql`select pg_terminate_backend(pg_backend_pid())`.execute(storage.db);
  const failure = await failureOf(end());
  expect(failure).toBeInstanceOf(ConnectionLost);
  expect(isDatabaseBusy(failure)).toBe(true);
  expect(await ask()).toBe(1);
});

test('[DF2] a statement under way as the network breaks is named as lost, and a closed door as no database', async () => {
  const asleep = failureOf(sql`select pg_sleep(0.15)`.execute(storage.db));
  relay.cut();
  const failures = [await asleep, await failureOf(ask())];
  relay.open();
  expect(failures.every(isDatabaseBusy)).toBe(true);
  expect(failures[1]).toBeInstanceOf(NoDatabase);
  expect(await ask()).toBe(1);
});

test('[DF3] a peer that is gone without a word is given up, and its connection is not used again', async () => {
  await ask();
  relay.silence();
  expect(await failureOf(ask())).toBeInstanceOf(ConnectionLost);
  expect(await ask()).toBe(1);
});

test('[DF3] a primary that has become read-only loses its connections', async () => {
  const pidOf = async () =>
    (await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(storage.db)).rows[0]!.pid;
  const before = await pidOf();
  const write = storage.db.transaction().execute(async (tx) => {
    await sql`set transaction read only`.execute(tx);
    await sql`create table of_a_replica ()`.execute(tx);
  });
  expect(await failureOf(write)).toBeInstanceOf(ConnectionLost);
  expect(await pidOf()).not.toBe(before);
});

test('[DF3] nothing is read from a database that takes no writes: what it has may be on no other machine', async () => {
  const operator = new pg.Client({ connectionString: database.databaseUrl });
  await operator.connect();
  const { rows } = await operator.query<{ name: string }>('select current_database() as name');
  const takeWrites = (value: 'on' | 'off') =>
    operator.query(`alter database "${rows[0]!.name}" set default_transaction_read_only = ${value}`);
  await takeWrites('on');
  await failureOf(sql`select pg_terminate_backend(pg_backend_pid())`.execute(storage.db));
  expect(await failureOf(ask())).toBeInstanceOf(NoDatabase);
  await takeWrites('off');
  await operator.end();
  expect(await ask()).toBe(1);
});

test('[V37] a statement that the database gives up, because it has waited too long in all, may be sent again', async () => {
  expect(isDatabaseBusy(await failureOf(sql`select pg_sleep(5)`.execute(storage.db)))).toBe(true);
  expect(await ask()).toBe(1);
});

test('[DF2] a mistake in a statement is nobody else’s fault', async () => {
  expect(isDatabaseBusy(await failureOf(sql`select * from nowhere`.execute(storage.db)))).toBe(false);
});
