import { sql } from 'kysely';
import pg from 'pg';
import type { Log } from '../log.ts';
import type { Database } from '../storage/engine.ts';
import { ASK_PEER_MS, nameConnections } from '../storage/postgres.ts';
import type { BusTransport, TransportListener } from './bus.ts';

const CHANNEL = 'pushoff';
const FIRST_RETRY_MS = 200;
const LONGEST_RETRY_MS = 5000;

/** LISTEN needs a connection of its own, which is opened again for as long as the server runs. */
export async function connectPostgres(
  { databaseUrl, db, log }: { databaseUrl: string; db: Database; log: Log },
  { onText, onGap, onLost }: TransportListener,
): Promise<BusTransport> {
  let isStopped = false;
  let client: pg.Client | undefined;
  let retry: NodeJS.Timeout | undefined;

  async function listen(): Promise<void> {
    const opened = new pg.Client({
      connectionString: nameConnections(databaseUrl),
      // A connection that only listens sends nothing by which it could notice that the other machine is gone.
      keepAlive: true,
      keepAliveInitialDelayMillis: ASK_PEER_MS,
      connectionTimeoutMillis: ASK_PEER_MS,
    });
    opened.on('notification', ({ payload }) => payload !== undefined && onText(payload));
    opened.on('error', (error) => log.warn('The connection to other nodes was lost', { error }));
    opened.on('end', () => {
      onLost();
      again(FIRST_RETRY_MS);
    });
    await opened.connect();
    await opened.query(`listen ${CHANNEL}`);
    client = opened;
  }
  function again(waitMs: number): void {
    if (isStopped || retry !== undefined) return;
    retry = setTimeout(() => {
      retry = undefined;
      listen().then(onGap, () => again(Math.min(waitMs * 2, LONGEST_RETRY_MS)));
    }, waitMs).unref();
  }
  await listen().catch((error: unknown) => {
    log.warn('Other nodes cannot be heard yet; it is tried again', { error });
    again(FIRST_RETRY_MS);
  });
  return {
    async send(text) {
      await sql`select pg_notify(${CHANNEL}, ${text})`.execute(db);
    },
    async stop() {
      isStopped = true;
      clearTimeout(retry);
      await client?.end();
    },
  };
}
