import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createLog } from '../../src/server/log.ts';
import { openStorage, type StorageOptions } from '../../src/server/storage/database.ts';
import type { EngineMigration, Storage } from '../../src/server/storage/engine.ts';
import { migrations } from '../../src/server/storage/migrate.ts';
import { createTestDatabase, engines, quiet, type TestDatabase } from '../support/database.ts';

const main = fileURLToPath(new URL('../../src/server/main.ts', import.meta.url));
const NEXT = '9999-next';
const withNext = (up: EngineMigration): StorageOptions => ({ migrations: { ...migrations, [NEXT]: up } });
const doing = (...statements: string[]) =>
  withNext(() => ({
    async up(db) {
      for (const statement of statements) await sql.raw(statement).execute(db);
    },
  }));

function createLines() {
  const lines: string[] = [];
  const log = createLog('info', (line) => lines.push((JSON.parse(line) as { message: string }).message));
  const until = async (part: string) => {
    while (!lines.some((line) => line.includes(part))) await new Promise((resolve) => setTimeout(resolve, 5));
  };
  return { lines, log, until };
}

/** Every table with its columns, and the executed migrations. */
async function describeDatabase({ db }: Storage): Promise<unknown> {
  const tables = await db.introspection.getTables();
  const { rows } = await sql`select "name" from "kysely_migration" order by "name"`.execute(db);
  return [rows, tables.map(({ name, columns }) => [name, columns.map((column) => column.name)]).toSorted()];
}

describe.each(engines)('migrations on %s', (engine) => {
  let database: TestDatabase;
  beforeEach(async () => {
    database = await createTestDatabase(engine);
  });
  afterEach(() => database.remove());

  async function describeNow(): Promise<unknown> {
    const storage = await openStorage(database, quiet);
    const described = await describeDatabase(storage);
    await storage.close();
    return described;
  }

  test('[UP5] a migration that fails half-way leaves the database as before, and says which one it was', async () => {
    const before = await describeNow();
    const broken = doing(
      'create table "half" ("id" integer)',
      'alter table "events" add column "half" text',
      'nonsense',
    );
    await expect(openStorage(database, quiet, broken)).rejects.toThrow(
      /^The database could not be brought up to date: 9999-next failed \(.*syntax error.*\)\. It is as it was before\.$/,
    );
    expect(await describeNow()).toEqual(before);
  });

  test('[UP3] a database that a newer release has migrated is refused', async () => {
    const storage = await openStorage(database, quiet);
    await sql`insert into "kysely_migration" values ('9999-future', '')`.execute(storage.db);
    await storage.close();
    await expect(openStorage(database, quiet)).rejects.toThrow(
      /^This database was brought up to date by a newer Pushoff \(9999-future\); this release knows \S+\. Start that release, or restore a backup\.$/,
    );
  });

  test('[UP4] a line reports the progress; on a new database there is none', async () => {
    const { lines, log } = createLines();
    await (await openStorage(database, log)).close();
    expect(lines).toEqual([]);
    const storage = await openStorage(database, log, doing('create table "more" ("id" integer)'));
    expect(lines).toEqual([`Database: ${NEXT} (1 of 1)`]);
    await storage.close();
  });
});

test('[UP5] the program whose migration fails ends with 1 and a line', async () => {
  const database = await createTestDatabase('sqlite');
  const { db, close } = await openStorage(database, quiet);
  // Its tables are there already.
  const newest = Object.keys(migrations).at(-1)!;
  await sql`delete from "kysely_migration" where "name" = ${newest}`.execute(db);
  await close();
  const { code, line } = await runMain(database);
  expect(code).toBe(1);
  expect(line).toContain(`The database could not be brought up to date: ${newest} failed (`);
  await database.remove();
});

describe('migrations beside other nodes, on postgres', () => {
  let database: TestDatabase;
  beforeEach(async () => {
    database = await createTestDatabase('postgres');
    await (await openStorage(database, quiet)).close();
  });
  afterEach(() => database.remove());

  test('[UP4] a migration may take longer than the pool’s limit for a statement', async () => {
    const slow = { ...doing('select pg_sleep(0.5)'), patienceMs: 50 };
    const storage = await openStorage(database, quiet, slow);
    await expect(sql`select pg_sleep(0.5)`.execute(storage.db), 'the pool has its limit').rejects.toThrow(/timeout/);
    await storage.close();
  });

  test('[UP4] of two nodes that start at once one migrates, and the other says that it waits', async () => {
    let times = 0;
    let finish = () => {};
    const held = new Promise<void>((resolve) => (finish = resolve));
    const slow = withNext(() => ({
      async up() {
        times += 1;
        await held;
      },
    }));
    const [one, other] = [createLines(), createLines()];
    const first = openStorage(database, one.log, { ...slow, lockMs: 50 });
    await one.until(NEXT);
    const second = openStorage(database, other.log, { ...slow, lockMs: 50 });
    await other.until('another node');
    // Longer than the limit for a table lock: another node's migration is waited for without a limit.
    await new Promise((resolve) => setTimeout(resolve, 200));
    finish();
    for (const storage of await Promise.all([first, second])) await storage.close();
    expect(times).toBe(1);
    expect(other.lines).toEqual(['Database: another node brings it up to date; this one waits']);
  });

  test('[UP4] a locked table is waited for briefly, several times, and then the start is refused', async () => {
    const holder = new pg.Client({ connectionString: database.databaseUrl });
    await holder.connect();
    await holder.query('begin; lock table "events" in access share mode');
    const change = { ...doing('alter table "events" add column "more" text'), lockMs: 30 };
    await expect(openStorage(database, quiet, { ...change, lockTries: 2 })).rejects.toThrow(
      /9999-next failed \(something else has held a table for 2 times 30 ms\)/,
    );
    const { log, until } = createLines();
    const opening = openStorage(database, log, { ...change, lockTries: 1000 });
    await until('tried again');
    await holder.query('rollback');
    await holder.end();
    await (await opening).close();
  });
});

function runMain({ dataDir }: TestDatabase): Promise<{ code: number | null; line: string }> {
  const { PATH, HOME, TMPDIR } = process.env;
  const env = { PATH, HOME, TMPDIR, DATA_DIR: dataDir };
  return new Promise((resolve) => {
    const child = execFile(process.execPath, ['--import', 'tsx', main], { env }, (_error, _out, said) => {
      const lines = said.split('\n').filter((line) => line !== '' && !line.startsWith('{'));
      resolve({ code: child.exitCode, line: lines[0] ?? '' });
    });
  });
}
