import { access, rename } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import type { Config } from '../config.ts';
import { type CopiedDatabase, copyDatabase, removeDatabase, syncFolderOf } from '../storage/backup.ts';
import { databaseFile } from '../storage/database.ts';
import { type AdminAnswer, done, failed, printable } from './answers.ts';

export const backupUsage = `  backup FILE              copy the whole database into a new file, also while the server runs
  restore FILE             put a backup in the place of the database, while no server runs
  restore --at MOMENT      the same, with the database of a moment out of the copy at BACKUP_TO; 'latest' for all there is`;

/**
 * The backup does not go through the running server, which it would hold up: readers of SQLite do not block writers,
 * whichever process they are in.
 */
export async function backUp(config: Config, name: string): Promise<AdminAnswer> {
  if (config.databaseUrl !== undefined) return failed(dumpAdvice(name));
  const file = resolve(name);
  if (await exists(file)) return failed(`${printable(file)} exists already, and stays as it is.`);
  if (!(await exists(dirname(file)))) return failed(`There is no folder ${printable(dirname(file))}.`);
  const part = `${file}.part-${process.pid}`;
  const source = databaseFile(config.dataDir);
  const began = performance.now();
  const copied = await copyDatabase(source, part);
  if (!copied.ok) return failed(`Nothing was backed up: ${printable(source)} ${copied.error}`);
  if (await exists(file)) {
    await removeDatabase(part);
    return failed(`${printable(file)} exists by now, and stays as it is.`);
  }
  await rename(part, file);
  await syncFolderOf(file);
  const took = ((performance.now() - began) / 1000).toFixed(1);
  const secret =
    config.secret === undefined
      ? `The file ${printable(join(config.dataDir, 'secret'))} is not in it. Keep a copy of that`
      : 'SECRET is not in it. Keep that';
  return done(
    `${printable(file)} has ${describe(copied.value)}; checked, in ${took} s.\n` +
      `${secret} as well, once: it never changes, and without it everybody has to log in again.`,
  );
}

export function describe({ accounts, events, changes, bytes }: CopiedDatabase): string {
  const size = bytes < 1e6 ? `${Math.ceil(bytes / 1e3)} KB` : `${(bytes / 1e6).toFixed(1)} MB`;
  return `${accounts} accounts, ${events} events and ${changes} changes (${size})`;
}

export async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}

/** The commands below are run as they stand by tests/proofs/postgres-backup.test.ts. */
function dumpAdvice(name: string): string {
  return `With DATABASE_URL the database is PostgreSQL's to back up, while the servers run:

    umask 077
    pg_dump --format=custom --file=${quote(name)} "$DATABASE_URL"

pg_dump has to be as new as the database server, or newer.`;
}

/** Quotes a text as one word of a shell. */
export function quote(text: string): string {
  return /^[\w./:@-]+$/.test(text) ? text : `'${printable(text).replaceAll("'", String.raw`'\''`)}'`;
}
