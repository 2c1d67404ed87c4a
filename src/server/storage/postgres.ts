import { PostgresDialect } from 'kysely';
import pg from 'pg';
import { SCHEMA_VERSION } from '../../protocol/schema-version.ts';
import type { Log } from '../log.ts';
import { NoConnectionFree } from './database-busy.ts';

const INT8 = 20;
const PATIENCE_MS = 5000;

/** Epoch milliseconds are bigint columns; as JavaScript numbers they are exact for the next 285,000 years. */
const types = {
  getTypeParser(oid: number, format?: 'text' | 'binary') {
    return oid === INT8 ? Number : pg.types.getTypeParser(oid, format as 'text');
  },
} as pg.CustomTypesConfig;

/**
 * Connections are named after the schema version that their node knows. A connection without such a name is one of Beta
 * 0.23, which has no row in `nodes`.
 */
export function nameConnections(databaseUrl: string): string {
  const url = new URL(databaseUrl);
  url.searchParams.set('application_name', `pushoff-schema-${SCHEMA_VERSION}`);
  return url.href;
}

/** Names under which Beta 0.23 connects: it sets none, so that the address, the environment or nothing gives it one. */
export function namesBefore(databaseUrl: string): readonly string[] {
  const named = new URL(databaseUrl).searchParams.get('application_name') ?? '';
  return [...new Set(['', named, process.env['PGAPPNAME'] ?? ''])];
}

export interface PoolOptions {
  /** Statements that come with every tap. Each connection has them parsed and planned once instead of every time. */
  readonly prepared?: readonly string[];
  readonly patienceMs?: number | undefined;
}

export function createPostgresDialect(
  databaseUrl: string,
  log: Log,
  { prepared = [], patienceMs = PATIENCE_MS }: PoolOptions = {},
): PostgresDialect {
  const pool = new pg.Pool({
    connectionString: nameConnections(databaseUrl),
    max: 10,
    connectionTimeoutMillis: 2 * patienceMs,
    keepAlive: true,
    // A row that another transaction holds, or a peer that is gone, must not hold up all others without end.
    lock_timeout: patienceMs,
    statement_timeout: 2 * patienceMs,
    idle_in_transaction_session_timeout: 2 * patienceMs,
    types,
  });
  // Without a listener, an idle connection that the server closes would end the process.
  pool.on('error', (error) => log.warn('A database connection was lost', { error }));
  pool.on('connect', (client) => {
    // A connection lost in the middle of a transaction would too: the pool does not listen for it. Its next query
    // fails.
    client.on('error', () => undefined);
    prepareOnce(client, prepared);
  });
  return new PostgresDialect({ pool: { connect: () => connect(pool), end: () => pool.end() } });
}

/** The pool's own error for a wait in vain has no code, as those of a lost or refused connection have. */
async function connect(pool: pg.Pool): Promise<pg.PoolClient> {
  try {
    return await pool.connect();
  } catch (error) {
    const isWait = (error as { code?: unknown }).code === undefined && pool.totalCount >= pool.options.max;
    throw isWait ? new NoConnectionFree('No database connection came free in time', { cause: error }) : error;
  }
}

/**
 * One connection for migrations. A statement may take as long as the tables are large: with the pool's limit, a node
 * would not start on a large database. The wait for a lock is short, because all other statements queue behind it.
 */
export function createMigrationDialect(databaseUrl: string, lockMs: number): PostgresDialect {
  const pool = new pg.Pool({
    connectionString: nameConnections(databaseUrl),
    max: 1,
    // The advisory lock belongs to the connection, which must outlast the pauses between its statements.
    idleTimeoutMillis: 0,
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
    lock_timeout: lockMs,
    types,
  });
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  return new PostgresDialect({ pool });
}

function prepareOnce(client: pg.PoolClient, texts: readonly string[]): void {
  const query = client.query.bind(client) as (...args: unknown[]) => unknown;
  const ask = (text: unknown, ...rest: unknown[]) => {
    const index = typeof text === 'string' ? texts.indexOf(text) : -1;
    return index === -1 ? query(text, ...rest) : query({ name: `tap ${index}`, text, values: rest[0] });
  };
  client.query = ask as typeof client.query;
}
