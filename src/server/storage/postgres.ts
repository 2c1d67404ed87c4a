import { PostgresDialect } from 'kysely';
import pg from 'pg';
import { SCHEMA_VERSION } from '../../protocol/schema-version.ts';
import { NoDatabase } from '../journal/store.ts';
import type { Log } from '../log.ts';
import { ConnectionLost, NoConnectionFree } from './database-busy.ts';

const INT8 = 20;
const PATIENCE_MS = 5000;
/** Silence after which the system asks whether the peer is still there; it gives up 10 s later. */
export const ASK_PEER_MS = 10_000;

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
    keepAliveInitialDelayMillis: ASK_PEER_MS,
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
    const lost = { is: false };
    client.on('error', () => (lost.is = true));
    prepareOnce(client, prepared);
    nameLoss(client, lost, 3 * patienceMs);
  });
  return new PostgresDialect({ pool: { connect: () => connect(pool), end: () => pool.end() } });
}

/** The pool's own error for a wait in vain has no code, as those of a refused connection have. */
async function connect(pool: pg.Pool): Promise<pg.PoolClient> {
  try {
    return await refuseReplica(await pool.connect());
  } catch (cause) {
    if (cause instanceof NoDatabase) throw cause;
    const code = codeOf(cause);
    if (code === undefined && pool.totalCount >= pool.options.max) {
      throw new NoConnectionFree('No database connection came free in time', { cause });
    }
    // An operator's mistake, such as a wrong password, is named as what it is.
    throw isSqlState(code) && !isAway(code) ? cause : new NoDatabase('The database cannot be reached', { cause });
  }
}

/** Connections whose database was seen to take writes. */
const writable = new WeakSet<pg.PoolClient>();

/**
 * A primary that was cut off becomes a replica, and then shows commits that no other machine has and nobody was answered.
 * Whoever reads them keeps a history of the event that is not the stored one.
 */
async function refuseReplica(client: pg.PoolClient): Promise<pg.PoolClient> {
  if (writable.has(client)) return client;
  try {
    const { rows } = await client.query<{ transaction_read_only: string }>('show transaction_read_only');
    if (rows[0]?.transaction_read_only === 'on') throw new NoDatabase('The database takes no writes');
  } catch (error) {
    client.release(true);
    throw error;
  }
  writable.add(client);
  return client;
}

/** Failures of connections (08), shutdowns and starts (57P), too many connections, and a primary that is none any more. */
const AWAY = /^(08|57P0|53300$|25006$)/;
const codeOf = (error: unknown): unknown => (error as { code?: unknown }).code;
const isSqlState = (code: unknown): code is string => typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code);
const isAway = (code: string): boolean => AWAY.test(code);

/**
 * Statements that fail because the connection did say so, whatever the driver, the server or the network calls it. A peer
 * that is gone without a word answers none: after this time, in which PostgreSQL itself would have given up the statement,
 * the connection is closed, or all commands behind it would wait for as long as the system sends again.
 */
function nameLoss(client: pg.PoolClient, lost: { is: boolean }, silenceMs: number): void {
  const query = client.query.bind(client) as (...args: unknown[]) => Promise<unknown>;
  // The driver's end() closes the socket of a statement that hangs, and the pool takes no such client back.
  const drop = (): void => {
    lost.is = true;
    void (client as unknown as pg.Client).end().catch(() => undefined);
  };
  const ask = async (...args: unknown[]) => {
    const timer = setTimeout(drop, silenceMs);
    try {
      return await query(...args);
    } catch (cause) {
      const code = codeOf(cause);
      const isLoss = isSqlState(code) ? isAway(code) : lost.is;
      if (!isLoss) throw cause;
      // A primary that is none any more keeps its connections open.
      drop();
      throw new ConnectionLost('The connection to the database was lost', { cause });
    } finally {
      clearTimeout(timer);
    }
  };
  client.query = ask as typeof client.query;
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
    keepAliveInitialDelayMillis: ASK_PEER_MS,
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
