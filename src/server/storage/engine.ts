import type { Kysely, Migration } from 'kysely';
import type { Schema } from './schema.ts';
import type { HeldConnection } from './sqlite.ts';

/** A migration as both engines run it. Released migrations are never edited: add the next one. */
export type EngineMigration = (engine: Engine) => Migration;

export type Engine = 'sqlite' | 'postgres';

/** A connection or an open transaction: every repository takes either. */
export type Database = Kysely<Schema>;

export interface Storage {
  readonly engine: Engine;
  readonly db: Database;
  /** SQLite's connection; within a transaction it need not be waited for. */
  readonly held?: HeldConnection;
  close(): Promise<void>;
}
