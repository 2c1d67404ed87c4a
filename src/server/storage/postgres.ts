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

/** `prepared`: texts that come with every tap. Each connection has them parsed and planned once instead of every time. */
export function createPostgresDialect(
  databaseUrl: string,
  log: Log,
  prepared: readonly string[] = [],
): PostgresDialect {
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
  pool.on('connect', (client) => {
    // So would one in the middle of a transaction, for which the pool does not listen. What is asked of it next fails.
    client.on('error', () => undefined);
    prepareOnce(client, prepared);
  });
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
