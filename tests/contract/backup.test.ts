import { createHash } from 'node:crypto';
import { copyFile, lstat, mkdir, mkdtemp, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import { Kysely, Migrator } from 'kysely';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { backUp } from '../../src/server/admin/backup-commands.ts';
import { restore } from '../../src/server/admin/restore-commands.ts';
import { verify } from '../../src/server/admin/verify-commands.ts';
import { parseConfig } from '../../src/server/config.ts';
import type { Storage } from '../../src/server/storage/engine.ts';
import { databaseFile, openStorage } from '../../src/server/storage/database.ts';
import { createAccounts } from '../../src/server/storage/migrations/0001-accounts.ts';
import { openSqlite } from '../../src/server/storage/sqlite.ts';
import { quiet } from '../support/database.ts';

let folder: string;
let open: Storage[];
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pushoff-backup-'));
  open = [];
});
afterEach(async () => {
  for (const storage of open) await storage.close();
  await rm(folder, { recursive: true, force: true });
});

const at = (...names: string[]) => join(folder, ...names);
const configOf = (name: string) => parseConfig({ DATA_DIR: at(name) });

/** A database that contains one mark, by which it is recognised. */
async function openMarked(name: string, mark: string): Promise<Storage> {
  await mkdir(at(name), { recursive: true });
  const storage = await openStorage(configOf(name), quiet);
  open.push(storage);
  const receipt = { commandId: mark, userId: 'u', bodyHash: 'h', createdAt: 1 };
  const outcome = '{"status":"refused","code":"internal"}';
  await storage.db
    .insertInto('receipts')
    .values({ ...receipt, outcome })
    .execute();
  return storage;
}

async function closeAll(): Promise<void> {
  for (const storage of open.splice(0)) await storage.close();
}

function marksIn(file: string): string[] {
  const connection = new DatabaseSync(file);
  try {
    return connection
      .prepare('select commandId from receipts')
      .all()
      .map((row) => (row as { commandId: string }).commandId);
  } finally {
    connection.close();
  }
}

async function makeBackup(mark: string): Promise<string> {
  await openMarked(`source-${mark}`, mark);
  const file = at(`${mark}.db`);
  expect(await backUp(configOf(`source-${mark}`), file)).toMatchObject({ ok: true });
  await closeAll();
  return file;
}

/**
 * Everything in a folder, byte for byte, without SQLite's companion files, which end with the connections of this
 * process.
 */
async function contentsOf(name: string): Promise<Record<string, string>> {
  const names = (await readdir(at(name))).filter((entry) => !/db-(wal|shm)$/.test(entry));
  const contents = await Promise.all(names.map((entry) => readFile(at(name, entry))));
  return Object.fromEntries(names.map((entry, index) => [entry, hashOf(contents[index]!)]));
}
const hashOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

describe('a backup', () => {
  test('is one file for its owner alone, whatever the umask', async () => {
    const file = await makeBackup('good');
    expect(((await lstat(file)).mode & 0o777).toString(8)).toBe('600');
    expect(marksIn(file)).toEqual(['good']);
    expect((await readdir(folder)).toSorted()).toEqual(['good.db', 'source-good']);
  });

  test('of the database of a killed server has everything that the server had committed', async () => {
    await openMarked('running', 'committed');
    await mkdir(at('killed'));
    for (const suffix of ['', '-wal']) {
      await copyFile(databaseFile(at('running')) + suffix, databaseFile(at('killed')) + suffix);
    }
    expect(await backUp(configOf('killed'), at('b.db'))).toMatchObject({ ok: true });
    expect(marksIn(at('b.db'))).toEqual(['committed']);
  });

  test('never replaces a file', async () => {
    await openMarked('data', 'one');
    await writeFile(at('taken.db'), 'mine');
    expect(await backUp(configOf('data'), at('taken.db'))).toEqual({
      ok: false,
      text: `${at('taken.db')} exists already, and stays as it is.`,
    });
    expect(await readFile(at('taken.db'), 'utf8')).toBe('mine');
  });

  test('reports a missing folder or database, and creates neither', async () => {
    await openMarked('data', 'one');
    expect(await backUp(configOf('data'), at('nowhere', 'x.db'))).toEqual({
      ok: false,
      text: `There is no folder ${at('nowhere')}.`,
    });
    expect(await backUp(configOf('nowhere'), at('x.db'))).toEqual({
      ok: false,
      text: `Nothing was backed up: ${at('nowhere', 'pushoff.db')} does not exist.`,
    });
    expect(await readdir(folder)).toEqual(['data']);
  });

  test('of a damaged database is refused, and leaves no file that looks like a backup', async () => {
    const damaged = await makeDamaged('data');
    const before = await readdir(folder);
    expect(await backUp(configOf('data'), at('x.db'))).toMatchObject({
      ok: false,
      text: expect.stringMatching(/^Nothing was backed up: .*pushoff\.db (is damaged|could not be read): /) as string,
    });
    expect(await readdir(folder)).toEqual(before);
    expect(hashOf(await readFile(databaseFile(at('data'))))).toBe(hashOf(damaged));
  });
});

test('a database whose index has lost an entry is not backed up as if it were sound', async () => {
  const bytes = await readFile(await makeBackup('sound'));
  // Once in the table, once in its index.
  bytes.write('other', bytes.lastIndexOf('sound'));
  await mkdir(at('data'));
  await writeFile(databaseFile(at('data')), bytes);
  expect((await backUp(configOf('data'), at('x.db'))).text).toMatch(/pushoff\.db is damaged: /);
});

/** A database opens as long as its first page is intact. */
async function makeDamaged(name: string, firstPage = 5): Promise<Buffer> {
  const bytes = await readFile(await makeBackup('damaged'));
  bytes.fill(7, firstPage * 4096, 30 * 4096);
  await mkdir(at(name));
  await writeFile(databaseFile(at(name)), bytes);
  return bytes;
}

describe('a restore', () => {
  const badFiles: Record<string, [(file: string) => Promise<unknown>, RegExp]> = {
    'a file that is not there': [async () => {}, /does not exist\.$/],
    'a folder': [(file) => mkdir(file), /is not a file\.$/],
    'an empty file': [(file) => writeFile(file, ''), /is empty\.$/],
    'a text file': [
      (file) => writeFile(file, 'Ada 1:02\n'.repeat(1000)),
      /could not be read: file is not a database\.$/,
    ],
    'a backup that was cut': [
      async (file) => {
        await copyFile(await makeBackup('cut-source'), file);
        await truncate(file, (await lstat(file)).size / 2);
      },
      /(is damaged|could not be read): /,
    ],
    "somebody else's database": [
      async (file) => {
        const other = new DatabaseSync(file);
        other.exec('create table photos (id integer primary key)');
        other.close();
      },
      /is not a database of Pushoff\.$/,
    ],
    'a backup from a newer version': [
      async (file) => {
        await copyFile(await makeBackup('newer-source'), file);
        const newer = new DatabaseSync(file);
        newer.exec(`insert into kysely_migration values ('9999-future', '2100')`);
        newer.close();
      },
      /is from a newer version of Pushoff\. Update this one first\.$/,
    ],
    'a backup with rows that point at nothing': [
      async (file) => {
        await copyFile(await makeBackup('loose-source'), file);
        const loose = new DatabaseSync(file);
        loose.exec(`PRAGMA foreign_keys = OFF; insert into changes values ('no-such-event', 1, '{}')`);
        loose.close();
      },
      /is damaged: 1 rows point at others that are not there\.$/,
    ],
  };
  test.each(Object.entries(badFiles))('of %s is refused and changes nothing', async (_, [make, reason]) => {
    await make(at('bad.db'));
    await openMarked('data', 'present');
    await closeAll();
    const before = await contentsOf('data');
    const answer = await restore(configOf('data'), at('bad.db'));
    expect(answer.ok).toBe(false);
    expect(answer.text).toMatch(reason);
    expect(await contentsOf('data')).toEqual(before);
  });

  test('keeps the previous database, with the write-ahead log of a killed server', async () => {
    const file = await makeBackup('backup');
    await openMarked('running', 'present');
    await mkdir(at('killed'));
    for (const suffix of ['', '-wal']) {
      await copyFile(databaseFile(at('running')) + suffix, databaseFile(at('killed')) + suffix);
    }
    const answer = await restore(configOf('killed'), file);
    expect(answer.ok).toBe(true);
    const [kept] = (await readdir(at('killed'))).filter((name) => name.includes('before-restore'));
    expect(answer.text).toContain(`What was there before is kept as ${at('killed', kept!)}.`);
    expect((await readdir(at('killed'))).toSorted()).toEqual(['pushoff.db', kept].toSorted());
    expect(marksIn(databaseFile(at('killed')))).toEqual(['backup']);
    expect(marksIn(at('killed', kept!))).toEqual(['present']);
    expect(await verify(configOf('killed'))).toMatchObject({ ok: true });
  });

  test('is not mixed with the leftover log of a removed database, and keeps that log', async () => {
    const file = await makeBackup('backup');
    await openMarked('running', 'present');
    await mkdir(at('data'));
    const log = await readFile(`${databaseFile(at('running'))}-wal`);
    await writeFile(`${databaseFile(at('data'))}-wal`, log);
    expect(await restore(configOf('data'), file)).toMatchObject({ ok: true });
    expect(marksIn(databaseFile(at('data')))).toEqual(['backup']);
    const kept = (await readdir(at('data'))).find((name) => /before-restore-.*-wal$/.test(name));
    expect(hashOf(await readFile(at('data', kept!)))).toBe(hashOf(log));
  });

  test.each([5, 0])(
    'takes the place of a database that is damaged from page %i on, and keeps that too',
    async (page) => {
      const file = await makeBackup('backup');
      const damaged = await makeDamaged('data', page);
      await writeFile(`${databaseFile(at('data'))}-wal`, 'what is left of it');
      expect(await restore(configOf('data'), file)).toMatchObject({ ok: true });
      expect(marksIn(databaseFile(at('data')))).toEqual(['backup']);
      const contents = await contentsOf('data');
      const kept = Object.keys(contents).find((name) => /before-restore-[^.]*$/.test(name))!;
      expect(contents[kept]).toBe(hashOf(damaged));
    },
  );

  test('is refused while any program has the database open', async () => {
    const file = await makeBackup('backup');
    await openMarked('data', 'present');
    expect(await restore(configOf('data'), file)).toEqual({
      ok: false,
      text: 'The server is running on this database. Stop it first; nothing was changed.',
    });
    expect((await readdir(at('data'))).filter((name) => /restor/.test(name))).toEqual([]);
    expect(marksIn(databaseFile(at('data')))).toEqual(['present']);
  });

  test('of a backup from an older version is migrated by the next start, and not verified before', async () => {
    const old = new Kysely<never>({ dialect: openSqlite(at('old.db')).dialect });
    const released = { '0001-accounts': createAccounts('sqlite') };
    const migrator = new Migrator({ db: old, provider: { getMigrations: async () => released } });
    expect((await migrator.migrateToLatest()).error).toBeUndefined();
    await old.destroy();
    expect((await restore(configOf('data'), at('old.db'))).text).toContain('brought up to date by the next start');
    expect((await verify(configOf('data'))).text).toContain('from an older version');
    open.push(await openStorage(configOf('data'), quiet));
    expect(await verify(configOf('data'))).toMatchObject({ ok: true });
  });
});

test('A closed database is whole in its one file', async () => {
  await openMarked('data', 'present');
  await closeAll();
  await copyFile(databaseFile(at('data')), at('copied.db'));
  expect(marksIn(at('copied.db'))).toEqual(['present']);
});

test('verify reports a missing database, and creates none', async () => {
  await mkdir(at('empty'));
  expect(await verify(configOf('empty'))).toEqual({
    ok: false,
    text: `There is no database ${at('empty', 'pushoff.db')}.`,
  });
  expect(await readdir(at('empty'))).toEqual([]);
});
