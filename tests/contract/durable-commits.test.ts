import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as nextRound } from 'node:timers/promises';
import { Kysely, sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openSqlite } from '../../src/server/storage/sqlite.ts';
import { openWriteAheadLog, type WriteAheadLog } from '../../src/server/storage/write-ahead-log.ts';

interface Schema {
  taps: { id: number };
}

let folder: string;
let db: Kysely<Schema>;
let syncs: number;
let disk: Promise<void>;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pushoff-durable-'));
  const file = join(folder, 'pushoff.db');
  const real = openWriteAheadLog(file);
  syncs = 0;
  disk = Promise.resolve();
  const watched: WriteAheadLog = {
    async sync() {
      syncs += 1;
      await disk;
      await real.sync();
    },
    close: () => real.close(),
  };
  db = new Kysely<Schema>({ dialect: openSqlite(file, watched).dialect });
  await sql`create table taps (id integer primary key)`.execute(db);
  syncs = 0;
});

afterEach(async () => {
  await db.destroy();
  await rm(folder, { recursive: true });
});

/** Holds the disk's answer until the returned function is called. */
function holdDisk(): () => void {
  let release!: () => void;
  disk = new Promise((resolve) => (release = resolve));
  return release;
}

async function isSettled(work: Promise<unknown>): Promise<boolean> {
  let settled = false;
  void work.finally(() => (settled = true));
  for (let round = 0; round < 20; round += 1) await nextRound();
  return settled;
}

const insert = (id: number) => db.insertInto('taps').values({ id });

for (const [what, write] of [
  [
    'a transaction',
    () =>
      db.transaction().execute(async (trx) => {
        await trx.insertInto('taps').values({ id: 1 }).execute();
        await trx.insertInto('taps').values({ id: 2 }).execute();
      }),
  ],
  ['a statement of its own', () => insert(1).execute()],
  ['a statement that answers with what it wrote', () => insert(1).returning('id').execute()],
] as const) {
  test(`${what} is not answered before the disk has it, and nobody reads it until then`, async () => {
    const release = holdDisk();
    const writing = write();
    const reading = db.selectFrom('taps').selectAll().execute();
    expect(await isSettled(writing)).toBe(false);
    expect(await isSettled(reading)).toBe(false);
    release();
    await writing;
    expect(await reading).toContainEqual({ id: 1 });
    expect(syncs).toBe(1);
  });
}

test('reads and rollbacks do not wait for the disk', async () => {
  await db.selectFrom('taps').selectAll().execute();
  const failing = db.transaction().execute(async (trx) => {
    await trx.insertInto('taps').values({ id: 1 }).execute();
    throw new Error('no');
  });
  await expect(failing).rejects.toThrow('no');
  expect(syncs).toBe(0);
  expect(await db.selectFrom('taps').selectAll().execute()).toEqual([]);
});

test('after the disk has refused once, no later write is answered as stored', async () => {
  disk = Promise.reject(new Error('the disk is gone'));
  await expect(insert(1).execute()).rejects.toThrow('the disk is gone');
  const log = openWriteAheadLog(join(folder, 'nothing-here.db'));
  await expect(log.sync()).rejects.toThrow('ENOENT');
  await expect(log.sync(), 'also when the file has come back').rejects.toThrow('ENOENT');
});
