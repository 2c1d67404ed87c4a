import { PostgresDialect } from 'kysely';
import pg from 'pg';
import type { Log } from '../log.ts';

const INT8 = 20;
const PATIENCE_MS = 5000;

/** Epoch milliseconds are bigint columns; as JavaScript numbers they are exact for the next 285,000 years. */
const types = {
  getTypeParser(oid: number, format?: 'text' | 'binary') {
    return oid === INT8 ? Number : pg.types.getTypeParser(oid, format as 'text');
  },
} as pg.CustomTypesConfig;

export function createPostgresDialect(databaseUrl: string, log: Log): PostgresDialect {
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    max: 10,
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
    // A row that somebody holds, or a peer that is gone, must not hold up everybody else without end.
    lock_timeout: PATIENCE_MS,
    statement_timeout: 2 * PATIENCE_MS,
    idle_in_transaction_session_timeout: 2 * PATIENCE_MS,
    types,
  });
  // Without a listener, an idle connection that the server closes would end the process.
  pool.on('error', (error) => log.warn('A database connection was lost', { error }));
  // So would one in the middle of a transaction, for which the pool does not listen. What is asked of it next fails.
  pool.on('connect', (client) => client.on('error', () => undefined));
  return new PostgresDialect({ pool });
}
