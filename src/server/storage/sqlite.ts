import { DatabaseSync } from '@photostructure/sqlite';
import {
  CompiledQuery,
  type DatabaseConnection,
  type DialectAdapter,
  type Driver,
  type QueryResult,
  SqliteAdapter,
  type SqliteDatabase,
  SqliteDialect,
  SqliteDriver,
  type SqliteDialectConfig,
  type SqliteStatement,
} from 'kysely';
import { openWriteAheadLog, type WriteAheadLog } from './write-ahead-log.ts';

/** Time for which a statement waits for another process (`npm run admin`, a backup) that holds the write lock. */
const BUSY_TIMEOUT_MS = 10_000;
const CLOSE_PATIENCE_MS = 500;
type Bindable = string | number | bigint | null | Uint8Array;
const CACHED_STATEMENTS = 500;
/**
 * The log is brought into the database's file at this length, 16 MB. A tap writes to six pages, most of them the same as the
 * tap before: at SQLite's usual thousand pages the same few are written there over and over, on the thread that takes taps.
 */
const LOG_PAGES = 4000;

export interface SqliteAccess {
  readonly dialect: SqliteDialect;
  readonly held: HeldConnection;
}

/** The one connection, used directly and without waiting for its holder: only for the holder itself. */
export interface HeldConnection {
  ask(text: string, parameter: string): readonly unknown[];
  /** Runs a statement once for each row, and answers how many rows of the database it changed in all. */
  runEach(text: string, rows: readonly Row[]): number;
}

export type Row = readonly (string | number | null)[];

interface SqliteUse {
  /** The log is emptied by `copies/log-keeper.ts` alone, when it has taken what is in it. */
  readonly isCopied: boolean;
  readonly leavesLog: boolean;
}

/** NORMAL alone loses acknowledged commits when the power goes: `DurableConnection` waits for the disk in its place. */
export function openSqlite(
  file: string,
  log: WriteAheadLog = openWriteAheadLog(file),
  use: SqliteUse = { isCopied: false, leavesLog: false },
): SqliteAccess {
  const connection = new DatabaseSync(file, { timeout: BUSY_TIMEOUT_MS });
  connection.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA foreign_keys = ON;');
  connection.exec(`PRAGMA wal_autocheckpoint = ${use.isCopied ? 0 : LOG_PAGES};`);
  const database = asKyselyDatabase(connection, use);
  const writes = new Map<string, ReturnType<typeof connection.prepare>>();
  return {
    dialect: new DurableSqliteDialect({ database }, connection, log),
    held: {
      ask: (text, parameter) => database.prepare(text).all([parameter]),
      runEach(text, rows) {
        let statement = writes.get(text);
        if (statement === undefined) writes.set(text, (statement = connection.prepare(text)));
        let changes = 0;
        for (const row of rows) changes += Number(statement.run(...row).changes);
        return changes;
      },
    },
  };
}

function asKyselyDatabase(connection: InstanceType<typeof DatabaseSync>, { leavesLog }: SqliteUse): SqliteDatabase {
  const statements = new Map<string, SqliteStatement>();
  function prepare(sql: string): SqliteStatement {
    const statement = connection.prepare(sql);
    return {
      reader: statement.columns().length > 0,
      all: (parameters) => statement.all(...parameters.map(bindable)),
      run: (parameters) => statement.run(...parameters.map(bindable)),
      // Iterating prepares a cursor of its own: the cached statement may be run again while this one is still being
      // read.
      iterate: (parameters) => connection.prepare(sql).iterate(...parameters.map(bindable)),
    };
  }
  return {
    prepare(sql) {
      const known = statements.get(sql);
      if (known !== undefined) return known;
      const statement = prepare(sql);
      if (statements.size >= CACHED_STATEMENTS) statements.clear();
      statements.set(sql, statement);
      return statement;
    },
    close() {
      if (!leavesLog) emptyLog(connection);
      connection.close();
    },
  };
}

/**
 * Empties the log into the database: statements that were not collected yet keep SQLite from doing so, and an operator
 * who stops the server and copies the one visible file would have next to nothing. If a reader or a full disk prevents
 * it, the log stays.
 */
function emptyLog(connection: InstanceType<typeof DatabaseSync>): void {
  try {
    connection.exec(`PRAGMA busy_timeout = ${CLOSE_PATIENCE_MS}; PRAGMA wal_checkpoint(TRUNCATE);`);
  } catch {
    // The next start reads the log.
  }
}

/** SQLite has no boolean; PostgreSQL's flags are booleans. */
const bindable = (value: unknown): Bindable => (typeof value === 'boolean' ? Number(value) : value) as Bindable;

const READS_ONLY = /^\s*(?:select|pragma|explain|rollback)\b/i;

/**
 * Writes outside of a transaction, and every commit, are on the disk before the answer. The connection is held
 * meanwhile, so no reader sees what a power cut could still take back.
 */
class DurableConnection implements DatabaseConnection {
  readonly #connection: DatabaseConnection;
  readonly #database: InstanceType<typeof DatabaseSync>;
  readonly #log: WriteAheadLog;

  constructor(connection: DatabaseConnection, database: InstanceType<typeof DatabaseSync>, log: WriteAheadLog) {
    this.#connection = connection;
    this.#database = database;
    this.#log = log;
  }

  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    const result = await this.#connection.executeQuery<Row>(query);
    if (!this.#database.isTransaction && !READS_ONLY.test(query.sql)) await this.#log.sync();
    return result;
  }

  streamQuery<Row>(query: CompiledQuery, chunkSize: number): AsyncIterableIterator<QueryResult<Row>> {
    return this.#connection.streamQuery<Row>(query, chunkSize);
  }
}

class DurableSqliteDriver extends SqliteDriver {
  readonly #database: InstanceType<typeof DatabaseSync>;
  readonly #log: WriteAheadLog;
  #connection: DatabaseConnection | undefined;

  constructor(config: SqliteDialectConfig, database: InstanceType<typeof DatabaseSync>, log: WriteAheadLog) {
    super(config);
    this.#database = database;
    this.#log = log;
  }

  override async acquireConnection(): Promise<DatabaseConnection> {
    const connection = await super.acquireConnection();
    return (this.#connection ??= new DurableConnection(connection, this.#database, this.#log));
  }

  /**
   * A deferred transaction that reads first and writes later fails at once with SQLITE_BUSY, whatever the time-out,
   * when another process wrote in between. Taking the write lock at the start makes it wait instead.
   */
  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('begin immediate'));
  }

  override async destroy(): Promise<void> {
    await super.destroy();
    await this.#log.close();
  }
}

/**
 * Schema changes can be rolled back in SQLite, though Kysely assumes not: a migration is stored whole or not at all.
 */
class TransactionalSqliteAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true;
  }
}

class DurableSqliteDialect extends SqliteDialect {
  readonly #createDriver: () => Driver;

  constructor(config: SqliteDialectConfig, database: InstanceType<typeof DatabaseSync>, log: WriteAheadLog) {
    super(config);
    this.#createDriver = () => new DurableSqliteDriver(config, database, log);
  }

  override createDriver(): Driver {
    return this.#createDriver();
  }

  override createAdapter(): DialectAdapter {
    return new TransactionalSqliteAdapter();
  }
}
