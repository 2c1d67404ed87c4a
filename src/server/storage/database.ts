import { join } from 'node:path';
import { Kysely, sql } from 'kysely';
import type { Log } from '../log.ts';
import { migrate } from './migrate.ts';
import { createPostgresDialect } from './postgres.ts';
import { postgresTexts } from './row-statements.ts';
import type { Schema } from './schema.ts';
import { openSqlite, type SqliteAccess } from './sqlite.ts';

export type Engine = 'sqlite' | 'postgres';
/** A connection or an open transaction: every repository takes either. */
export type Database = Kysely<Schema>;

export interface Storage {
  readonly engine: Engine;
  readonly db: Database;
  /** Of SQLite. Within a transaction it need not be waited for. */
  readonly askHeld?: SqliteAccess['askHeld'];
  close(): Promise<void>;
}

export interface StorageConfig {
  readonly dataDir: string;
  readonly databaseUrl: string | undefined;
}

export const databaseFile = (dataDir: string): string => join(dataDir, 'pushoff.db');

/** As it is: nothing is created in it and nothing migrated. */
export function connectStorage(config: StorageConfig, log: Log): Storage {
  if (config.databaseUrl === undefined) {
    const { dialect, askHeld } = openSqlite(databaseFile(config.dataDir));
    const db = new Kysely<Schema>({ dialect });
    return { engine: 'sqlite', db, askHeld, close: () => db.destroy() };
  }
  const db = new Kysely<Schema>({ dialect: createPostgresDialect(config.databaseUrl, log, postgresTexts) });
  return { engine: 'postgres', db, close: () => db.destroy() };
}

export async function openStorage(config: StorageConfig, log: Log): Promise<Storage> {
  const storage = connectStorage(config, log);
  try {
    await migrate(storage.db, storage.engine);
  } catch (error) {
    await storage.close();
    throw error;
  }
  return storage;
}

/** The time of a PostgreSQL server, in milliseconds. */
export async function askDatabaseTime(db: Database): Promise<number> {
  const { rows } = await sql<{
    ms: number;
  }>`select (extract(epoch from clock_timestamp()) * 1000)::float8 as ms`.execute(db);
  return rows[0]!.ms;
}

/** Can it serve? Used by /healthz. */
export async function ping(db: Database): Promise<void> {
  await sql`select 1`.execute(db);
}
