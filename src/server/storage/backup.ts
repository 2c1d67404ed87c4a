import { open, rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { backup, DatabaseSync } from '@photostructure/sqlite';
import { ok, refuse, type Result } from '../../domain/result.ts';
import { judgeMigrations } from './migrate.ts';

/** Time to wait for another process that recovers or empties the write-ahead log. */
const BUSY_TIMEOUT_MS = 10_000;
const MOST_SHOWN = 3;

export interface CopiedDatabase {
  readonly accounts: number;
  readonly events: number;
  readonly changes: number;
  readonly bytes: number;
  /** An older database is migrated when a server starts on it. */
  readonly isOlder: boolean;
}

/**
 * Copies a whole SQLite database, as it is at one moment, into one file for its owner alone, and checks the copy. Pages
 * are copied as they are: rebuilding the tables (VACUUM INTO) would hide a damaged index instead of finding it. Writers
 * go on meanwhile. A refusal leaves no file behind; its reason is a sentence without its subject.
 */
export async function copyDatabase(from: string, to: string): Promise<Result<CopiedDatabase, string>> {
  const source = await stat(from).catch(() => undefined);
  if (source === undefined) return refuse('does not exist.');
  if (!source.isFile()) return refuse('is not a file.');
  if (source.size === 0) return refuse('is empty.');
  await (await open(to, 'wx', 0o600)).close();
  let copied: Result<CopiedDatabase, string> | undefined;
  try {
    await copyPages(from, to);
    copied = checkCopy(to, (await stat(to)).size);
    if (copied.ok) await sync(to);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_SQLITE_ERROR') throw error;
    copied = refuse(`could not be read: ${(error as Error).message}.`);
  } finally {
    if (copied?.ok !== true) await removeDatabase(to);
  }
  return copied;
}

/** Copies in a single step, which sees one moment: with several, every commit in between would begin the copy anew. */
async function copyPages(from: string, to: string): Promise<void> {
  const source = new DatabaseSync(from, { readOnly: true, timeout: BUSY_TIMEOUT_MS });
  try {
    await backup(source, to, { rate: -1 });
  } finally {
    source.close();
  }
}

function checkCopy(file: string, bytes: number): Result<CopiedDatabase, string> {
  const copy = new DatabaseSync(file);
  const select = (sql: string) => copy.prepare(sql).all() as Record<string, string | number>[];
  const has = (table: string) => select(`select 1 from sqlite_master where name = '${table}'`).length > 0;
  const count = (table: string) =>
    has(table) ? Number(select(`select count(*) as "all" from "${table}"`)[0]!['all']) : 0;
  try {
    // The copy is one file without companions, which can be carried anywhere and read from where nothing can be
    // written.
    copy.exec('PRAGMA journal_mode = DELETE');
    const damage = select('PRAGMA integrity_check').map((row) => String(row['integrity_check']));
    if (damage[0] !== 'ok') return refuse(`is damaged: ${damage.slice(0, MOST_SHOWN).join('; ')}.`);
    const applied = has('kysely_migration') ? select('select name from kysely_migration order by name') : [];
    const age = judgeMigrations(applied.map(({ name }) => String(name)));
    if (age === 'foreign') return refuse('is not a database of Pushoff.');
    if (age === 'newer') return refuse('is from a newer version of Pushoff. Update this one first.');
    const loose = select('PRAGMA foreign_key_check');
    if (loose.length > 0) return refuse(`is damaged: ${loose.length} rows point at others that are not there.`);
    const [accounts, events, changes] = [count('profiles'), count('events'), count('changes')];
    return ok({ accounts, events, changes, bytes, isOlder: age === 'older' });
  } finally {
    copy.close();
  }
}

/** Waits for the disk itself: a copy that a power cut can still take is no copy. */
async function sync(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** A new name is on the disk when its folder is. Windows opens no folders, and keeps names by itself. */
export async function syncFolderOf(file: string): Promise<void> {
  if (process.platform !== 'win32') await sync(dirname(file));
}

/** Removes the database with the files that SQLite keeps beside it. */
export async function removeDatabase(file: string): Promise<void> {
  for (const suffix of ['', '-journal', '-wal', '-shm']) await rm(file + suffix, { force: true });
}
