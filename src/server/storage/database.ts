import { join } from 'node:path';
import { Kysely, sql } from 'kysely';
import { SCHEMA_VERSION } from '../../protocol/schema-version.ts';
import type { Log } from '../log.ts';
import type { Database, EngineMigration, Storage } from './engine.ts';
import { migrations } from './migrate.ts';
import { openSchemaGateAlone } from './nodes.ts';
import { createMigrationDialect, createPostgresDialect } from './postgres.ts';
import { postgresTexts } from './row-statements.ts';
import { runMigrations } from './run-migrations.ts';
import type { Schema } from './schema.ts';
import { openSqlite } from './sqlite.ts';
import type { WriteAheadLog } from './write-ahead-log.ts';

export interface StorageConfig {
  readonly dataDir: string;
  readonly databaseUrl: string | undefined;
  /** Set where what is committed is copied elsewhere. */
  readonly copy?: unknown;
}

/** Limits and migrations in place of the usual ones, for tests. */
export interface StorageOptions {
  readonly migrations?: Readonly<Record<string, EngineMigration>>;
  /** Time that the pool's limits are made of. */
  readonly patienceMs?: number;
  readonly lockMs?: number;
  readonly lockTries?: number;
  readonly writeAheadLog?: WriteAheadLog;
  /** Leaves SQLite's log as it is at the end: a program that reads beside a server would hold up taps by emptying it. */
  readonly leavesLog?: boolean;
}

export const databaseFile = (dataDir: string): string => join(dataDir, 'pushoff.db');

/** Connects to the database as it is: nothing is created in it and nothing migrated. */
export function connectStorage(
  config: StorageConfig,
  log: Log,
  { patienceMs, writeAheadLog, leavesLog }: StorageOptions = {},
): Storage {
  if (config.databaseUrl === undefined) {
    const { dialect, held } = openSqlite(databaseFile(config.dataDir), writeAheadLog, {
      isCopied: config.copy !== undefined,
      leavesLog: leavesLog ?? false,
    });
    const db = new Kysely<Schema>({ dialect });
    return { engine: 'sqlite', db, held, close: () => db.destroy() };
  }
  const dialect = createPostgresDialect(config.databaseUrl, log, { prepared: postgresTexts, patienceMs });
  const db = new Kysely<Schema>({ dialect });
  return { engine: 'postgres', db, close: () => db.destroy() };
}

export async function openStorage(config: StorageConfig, log: Log, options: StorageOptions = {}): Promise<Storage> {
  const storage = connectStorage(config, log, options);
  try {
    const { isNew } = await migrate(config, storage, log, options);
    // A new database has no node of another release on it.
    if (isNew) await openSchemaGateAlone(storage.db, SCHEMA_VERSION);
    return storage;
  } catch (error) {
    await storage.close();
    throw error;
  }
}

const LOCK_MS = 10_000;
const LOCK_TRIES = 6;

/** Migrates on PostgreSQL over a connection of its own, on SQLite over the only one. */
async function migrate(
  { databaseUrl }: StorageConfig,
  { db, engine }: Storage,
  log: Log,
  { migrations: chosen = migrations, lockMs = LOCK_MS, lockTries = LOCK_TRIES }: StorageOptions,
): Promise<{ readonly isNew: boolean }> {
  const parts = { engine, log, migrations: chosen, lockMs, lockTries };
  if (databaseUrl === undefined) return runMigrations({ ...parts, db: db as Kysely<unknown> });
  const own = new Kysely<unknown>({ dialect: createMigrationDialect(databaseUrl, lockMs) });
  try {
    return await runMigrations({ ...parts, db: own });
  } finally {
    await own.destroy();
  }
}

/** Time of a PostgreSQL server, in milliseconds. */
export async function askDatabaseTime(db: Database): Promise<number> {
  const { rows } = await sql<{
    ms: number;
  }>`select (extract(epoch from clock_timestamp()) * 1000)::float8 as ms`.execute(db);
  return rows[0]!.ms;
}

/** Fails when the database cannot serve. Used by /healthz. */
export async function ping(db: Database): Promise<void> {
  await sql`select 1`.execute(db);
}
