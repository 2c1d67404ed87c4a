import { copyFile, link, mkdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import type { Config } from '../config.ts';
import { copyDatabase, removeDatabase, syncFolderOf } from '../storage/backup.ts';
import { databaseFile } from '../storage/database.ts';
import { type AdminAnswer, done, failed, printable } from './answers.ts';
import { describe, exists, quote } from './backup-commands.ts';
import { isServerRunning } from './socket.ts';

const SQLITE_BUSY = 5;
const inUse = 'The server is running on this database. Stop it first; nothing was changed.';

/** `what` names the file in the answers. */
export async function restore(config: Config, file: string, what = printable(file)): Promise<AdminAnswer> {
  if (config.databaseUrl !== undefined) return failed(restoreAdvice(file));
  const database = databaseFile(config.dataDir);
  if (await isServerRunning(config.dataDir)) return failed(inUse);
  await mkdir(config.dataDir, { recursive: true, mode: 0o700 });
  // The copy is checked and put in place, not the file: the file could change in between.
  const next = `${database}.restoring-${process.pid}`;
  const copied = await copyDatabase(file, next);
  if (!copied.ok) return failed(`Nothing was restored: ${what} ${copied.error}`);
  if ((await exists(database)) && closeDatabase(database) === 'busy') {
    await removeDatabase(next);
    return failed(inUse);
  }
  const kept = await keep(database);
  // A write-ahead log that stayed would be applied to a database that it does not belong to.
  for (const suffix of ['-wal', '-shm', '-journal']) await rm(database + suffix, { force: true });
  await rename(next, database);
  await syncFolderOf(database);
  return done(
    [
      `The database has ${describe(copied.value)}, as in ${what}.`,
      ...(copied.value.isOlder ? ['It is from an older version, and is brought up to date by the next start.'] : []),
      ...(kept === undefined ? [] : [`What was there before is kept as ${printable(kept)}.`]),
      ...((await hasSecret(config))
        ? []
        : [`There is no file ${printable(join(config.dataDir, 'secret'))}: without it everybody has to log in again.`]),
    ].join('\n'),
  );
}

const hasSecret = async ({ secret, dataDir }: Config): Promise<boolean> =>
  secret !== undefined || exists(join(dataDir, 'secret'));

/**
 * Leaves write-ahead mode, which needs the database alone and puts everything into its one file. A database too damaged
 * for that cannot be in use by a server.
 */
function closeDatabase(file: string): 'closed' | 'busy' | 'damaged' {
  let connection: InstanceType<typeof DatabaseSync> | undefined;
  try {
    connection = new DatabaseSync(file, { timeout: 1000 });
    connection.exec('PRAGMA journal_mode = DELETE; BEGIN EXCLUSIVE; COMMIT;');
    return 'closed';
  } catch (error) {
    return (error as { errcode?: number }).errcode === SQLITE_BUSY ? 'busy' : 'damaged';
  } finally {
    connection?.close();
  }
}

/**
 * Keeps the database under a second name beside its own: until the new one replaces it, the database is never missing.
 * A write-ahead log that was left without its database is kept too. Undefined when there is nothing to keep.
 */
async function keep(database: string): Promise<string | undefined> {
  const kept = `${database}.before-restore-${new Date().toISOString().replaceAll(/[:.]/g, '-')}`;
  let isAny = false;
  for (const suffix of ['', '-wal', '-journal']) {
    if (!(await exists(database + suffix))) continue;
    // Some file systems have no hard links.
    await link(database + suffix, kept + suffix).catch(() => copyFile(database + suffix, kept + suffix));
    isAny = true;
  }
  await syncFolderOf(database);
  return isAny ? kept : undefined;
}

/** The commands below are run as they stand by tests/proofs/postgres-backup.test.ts. */
function restoreAdvice(file: string): string {
  return `With DATABASE_URL the database is PostgreSQL's to restore. Into a new one, so that the present one stays:

    psql "$DATABASE_URL" --command='create database pushoff_restored'
    pg_restore --exit-on-error --single-transaction --no-owner --dbname="$RESTORED_URL" ${quote(file)}

RESTORED_URL is DATABASE_URL with pushoff_restored as its database. Stop every server, then start them with that one as
DATABASE_URL.`;
}
