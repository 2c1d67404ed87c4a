import type { Kysely } from 'kysely';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { SCHEMA_VERSION } from '../../src/protocol/schema-version.ts';
import { createLog } from '../../src/server/log.ts';
import type { Storage } from '../../src/server/storage/engine.ts';
import { connectStorage, openStorage } from '../../src/server/storage/database.ts';
import { migrations } from '../../src/server/storage/migrate.ts';
import { beat, openSchemaGate, openSchemaGateAlone, readSchemaGate } from '../../src/server/storage/nodes.ts';
import { runMigrations } from '../../src/server/storage/run-migrations.ts';
import { type SchemaGate, joinNodes } from '../../src/server/upgrades/schema-gate.ts';
import { createTestDatabase, engines, quiet, type TestDatabase } from '../support/database.ts';

const BEFORE = SCHEMA_VERSION - 1;
const NEWER =
  `This database is written by a newer Pushoff (schema ${SCHEMA_VERSION + 1}); this release knows ${SCHEMA_VERSION}. ` +
  'Start that release, or restore a backup.';
const times = { beatMs: 10, absentMs: 50 };

async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await isSo())) await new Promise((resolve) => setTimeout(resolve, 5));
}

describe.each(engines)('the gate on %s', (engine) => {
  let database: TestDatabase;
  let storage: Storage;
  beforeEach(async () => {
    database = await createTestDatabase(engine);
    storage = await openStorage(database, quiet);
  });
  afterEach(async () => {
    await storage.close();
    await database.remove();
  });
  const join = () => joinNodes({ storage, databaseUrl: database.databaseUrl, nodeName: 'one', log: quiet, times });

  test('[UP2] it is open at once on a database that no other node can use', async () => {
    const gate = await join();
    expect([gate.openSchema(), await readSchemaGate(storage.db)]).toEqual([SCHEMA_VERSION, SCHEMA_VERSION]);
    await gate.stop();
  });

  test('[UP2] it is closed on a database of Beta 0.23, which may be up on it', async () => {
    const older = await createTestDatabase(engine);
    const before = connectStorage(older, quiet);
    const first = Object.fromEntries(Object.entries(migrations).filter(([name]) => name < '0014'));
    const limits = { lockMs: 1000, lockTries: 1 };
    await runMigrations({ db: before.db as Kysely<unknown>, engine, log: quiet, migrations: first, ...limits });
    await before.close();
    const { db, close } = await openStorage(older, quiet);
    expect(await readSchemaGate(db)).toBe(1);
    await close();
    await older.remove();
  });

  test('[UP3] a node that knows less than the open version is refused, and the gate never closes', async () => {
    await openSchemaGateAlone(storage.db, SCHEMA_VERSION + 1);
    await openSchemaGateAlone(storage.db, BEFORE);
    await expect(join()).rejects.toThrow(NEWER);
    expect(await readSchemaGate(storage.db)).toBe(SCHEMA_VERSION + 1);
    expect(await storage.db.selectFrom('nodes').selectAll().execute()).toEqual([]);
  });
});

describe('the gate beside other nodes, on postgres', () => {
  let database: TestDatabase;
  let storage: Storage;
  const lines: string[] = [];
  const gates: SchemaGate[] = [];
  beforeEach(async () => {
    lines.length = 0;
    database = await createTestDatabase('postgres');
    storage = await openStorage(database, quiet);
    // The gate of a database from before this release.
    await storage.db.updateTable('gate').set({ schema: BEFORE }).execute();
  });
  afterEach(async () => {
    for (const gate of gates.splice(0)) await gate.stop();
    await storage.close();
    await database.remove();
  });
  async function join(): Promise<SchemaGate> {
    const log = createLog('info', (line) => lines.push(line));
    const { databaseUrl } = database;
    const gate = await joinNodes({ storage, databaseUrl, nodeName: 'one', log, times });
    gates.push(gate);
    return gate;
  }
  const isSaid = (part: string) => lines.some((line) => line.includes(part));
  const addNode = (seenAgoMs: number) =>
    storage.db
      .insertInto('nodes')
      .values({ id: 'other', name: 'other', schema: BEFORE, startedAt: 1, seenAt: Date.now() - seenAgoMs })
      .execute();

  test('[UP2] it opens by itself once no connection of Beta 0.23 has been there for a while', async () => {
    const before = new pg.Client({ connectionString: database.databaseUrl });
    await before.connect();
    await before.query('listen pushoff');
    const gate = await join();
    await until(() => isSaid('a connection without a name from 127.0.0.1'));
    await new Promise((resolve) => setTimeout(resolve, 3 * times.absentMs));
    expect([gate.openSchema(), await readSchemaGate(storage.db)], 'it is there').toEqual([BEFORE, BEFORE]);
    await before.end();
    await until(() => gate.openSchema() === SCHEMA_VERSION);
    expect(isSaid('is written from now on')).toBe(true);
  });

  test('[UP2] an older node with a fresh row holds it closed too, but not one that was last seen long ago', async () => {
    await addNode(0);
    const gate = await join();
    await until(() => isSaid(`other (schema ${BEFORE})`));
    expect(gate.openSchema()).toBe(BEFORE);
    await storage.db.updateTable('nodes').set({ seenAt: 1 }).where('id', '=', 'other').execute();
    await until(() => gate.openSchema() === SCHEMA_VERSION);
  });

  test('[UP2] no older node can start between the check of the nodes and the opening', async () => {
    const other = await openStorage(database, quiet);
    let arriving: Promise<number> | undefined;
    await storage.db.transaction().execute(async (trx) => {
      await trx.selectFrom('gate').select('schema').forUpdate().execute();
      arriving = beat(other.db, { id: 'late', name: 'late', schema: BEFORE });
      await openSchemaGateAlone(trx, SCHEMA_VERSION);
    });
    expect(await arriving).toBe(SCHEMA_VERSION);
    expect(await storage.db.selectFrom('nodes').select('id').where('id', '=', 'late').execute()).toEqual([]);
    await other.close();
  });

  test('[UP3] a node that was cut off while the others were upgraded is outdated, and says so', async () => {
    const gate = await join();
    await openSchemaGateAlone(storage.db, SCHEMA_VERSION + 1);
    await until(() => gate.isOutdated());
    await until(() => isSaid(`written by a newer Pushoff (schema ${SCHEMA_VERSION + 1})`));
  });

  test('[UP2] a stopping node deletes its row', async () => {
    const gate = await join();
    expect(await storage.db.selectFrom('nodes').select(['name', 'schema']).execute()).toEqual([
      { name: 'one', schema: SCHEMA_VERSION },
    ]);
    await gate.stop();
    gates.length = 0;
    expect(await storage.db.selectFrom('nodes').selectAll().execute()).toEqual([]);
    expect(await openSchemaGate(storage.db, SCHEMA_VERSION, [''])).toBe(SCHEMA_VERSION);
  });
});
