import { type Kysely, type Migration, Migrator, sql } from 'kysely';
import type { Log } from '../log.ts';
import { DatabaseRefused } from './database-refused.ts';
import type { Engine, EngineMigration } from './engine.ts';

/** Our key among PostgreSQL's advisory locks: nodes that start at once migrate one after the other. */
const MIGRATING = 1_410_140_014;
const LOCK_NOT_AVAILABLE = '55P03';

export interface MigrationParts {
  /** A connection without the pool's limits. */
  readonly db: Kysely<unknown>;
  readonly engine: Engine;
  readonly log: Log;
  readonly migrations: Readonly<Record<string, EngineMigration>>;
  /** Time to wait for a table's lock, and how often it is tried. */
  readonly lockMs: number;
  readonly lockTries: number;
}

/** Runs all missing migrations in one transaction: the database is brought up to date, or is as before. */
export async function runMigrations(parts: MigrationParts): Promise<{ readonly isNew: boolean }> {
  const { db, engine } = parts;
  if (listMissing(parts, await listApplied(db)).length === 0) return { isNew: false };
  if (engine === 'postgres') await takeTurn(parts);
  const applied = await listApplied(db);
  const missing = listMissing(parts, applied);
  // Another node has migrated meanwhile.
  if (missing.length === 0) return { isNew: false };
  const isNew = applied.length === 0;
  for (let tries = 1; ; tries += 1) {
    const failure = await migrateOnce(parts, isNew ? [] : missing);
    if (failure === undefined) return { isNew };
    const { name, error } = failure;
    const isHeld = (error as { code?: unknown }).code === LOCK_NOT_AVAILABLE;
    if (!isHeld || tries >= parts.lockTries) {
      const reason = isHeld
        ? `something else has held a table for ${tries} times ${parts.lockMs} ms`
        : messageOf(error);
      throw new DatabaseRefused(
        `The database could not be brought up to date: ${name} failed (${reason}). It is as it was before.`,
        { cause: error },
      );
    }
    parts.log.warn(`Database: ${name} waits for a table that something else holds; tried again`, { tries });
  }
}

/** Waits until no other node migrates, however long that takes. The lock ends with the connection. */
async function takeTurn({ db, log, lockMs }: MigrationParts): Promise<void> {
  const { rows } = await sql<{ taken: boolean }>`select pg_try_advisory_lock(${MIGRATING}) as "taken"`.execute(db);
  if (rows[0]!.taken) return;
  log.info('Database: another node brings it up to date; this one waits');
  await sql`set lock_timeout = 0`.execute(db);
  await sql`select pg_advisory_lock(${MIGRATING})`.execute(db);
  await sql`set lock_timeout = ${sql.lit(lockMs)}`.execute(db);
}

interface Failure {
  readonly name: string;
  readonly error: unknown;
}

async function migrateOnce(
  { db, engine, log, migrations }: MigrationParts,
  shown: readonly string[],
): Promise<Failure | undefined> {
  const announce = (name: string, migration: Migration): Migration => ({
    async up(trx) {
      const index = shown.indexOf(name);
      if (index !== -1) log.info(`Database: ${name} (${index + 1} of ${shown.length})`);
      await migration.up(trx);
    },
  });
  const entries = Object.entries(migrations).map(([name, create]) => [name, announce(name, create(engine))]);
  const migrator = new Migrator({ db, provider: { getMigrations: async () => Object.fromEntries(entries) } });
  const { error, results = [] } = await migrator.migrateToLatest();
  if (error === undefined) return undefined;
  const failed = results.find(({ status }) => status === 'Error');
  return { name: failed?.migrationName ?? 'reading what it has been through', error };
}

function listMissing({ migrations }: MigrationParts, applied: readonly string[]): readonly string[] {
  const known = Object.keys(migrations);
  const newer = applied.filter((name) => !known.includes(name));
  if (newer.length > 0) {
    throw new DatabaseRefused(
      `This database was brought up to date by a newer Pushoff (${newer.at(-1)}); this release knows ${known.at(-1)}. ` +
        'Start that release, or restore a backup.',
    );
  }
  return known.filter((name) => !applied.includes(name));
}

export async function listApplied(db: Kysely<unknown>): Promise<readonly string[]> {
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true });
  if (!tables.some(({ name }) => name === 'kysely_migration')) return [];
  const { rows } = await sql<{ name: string }>`select "name" from "kysely_migration" order by "name"`.execute(db);
  return rows.map(({ name }) => name);
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
