import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Database, Engine } from '../../src/server/storage/engine.ts';
import type { Schema } from '../../src/server/storage/schema.ts';

/**
 * The columns of each table that count. Mail is sent and open payments are checked while the matrix runs, so only
 * columns that a request writes are compared; a row of `libraries` is only a lock; receipts are counted separately;
 * erasures run in the background, and nodes renew their rows.
 */
const tables: Readonly<Record<keyof Schema, readonly string[] | 'all' | 'left out'>> = {
  user: 'all',
  session: 'all',
  account: 'all',
  verification: 'all',
  profiles: 'all',
  shareGroups: 'all',
  creditAccounts: 'all',
  creditTransfers: 'all',
  mail: ['id', 'to', 'subject'],
  events: 'all',
  eventAdmins: 'all',
  eventKeys: 'all',
  screenKeys: 'all',
  snapshots: 'all',
  stateSnapshots: 'all',
  changes: 'all',
  results: 'all',
  receipts: 'left out',
  libraries: 'left out',
  racers: 'all',
  invitations: 'all',
  invitationMails: 'all',
  closedMailboxes: 'all',
  payments: ['id', 'account', 'amount', 'state', 'paidAt', 'refundedCents', 'takenBack', 'owed'],
  paymentMessages: 'all',
  sandboxIntents: 'all',
  sandboxDeliveries: ['id'],
  runLibraries: 'all',
  runs: 'all',
  runSummaries: 'all',
  runShares: 'all',
  runRemovals: 'all',
  runBlocks: 'all',
  runSources: 'all',
  sampleParts: 'all',
  videoUploads: 'all',
  series: 'all',
  historyLinks: 'all',
  handicapTables: 'all',
  welcomeGifts: 'all',
  apiTokens: ['id', 'userId', 'name', 'scopes', 'expiresAt'],
  webhooks: ['id', 'userId', 'url', 'kinds', 'disabledAt'],
  webhookCursors: 'left out',
  webhookDeliveries: 'left out',
  erasures: 'left out',
  nodes: 'left out',
  gate: 'all',
  upkeep: 'left out',
  embeds: 'all',
  letterheads: 'all',
  finishPictures: 'all',
  finishPictureParts: 'all',
  followers: 'all',
  followedEvents: 'all',
  followedRacers: 'all',
  followerMessages: 'all',
};

export interface Fingerprint {
  /** The number of rows that this database has ever written. Null where the engine does not count them. */
  readonly written: number | null;
  readonly tables: Readonly<Record<string, string>>;
  readonly receipts: number;
}

/** SQLite counts writes on its one connection: without a write, no table needs to be compared. */
async function countWritten(db: Database, engine: Engine): Promise<number | null> {
  if (engine !== 'sqlite') return null;
  const { rows } = await sql<{ written: number }>`select total_changes() as written`.execute(db);
  return rows[0]!.written;
}

export async function takeFingerprint(db: Database, engine: Engine, known?: Fingerprint): Promise<Fingerprint> {
  const written = await countWritten(db, engine);
  if (known !== undefined && written !== null && written === known.written) return known;
  const receipts = await countReceipts(db);
  const isOnlyReceipts =
    known !== undefined && written !== null && written - (known.written ?? 0) === receipts - known.receipts;
  return { written, receipts, tables: isOnlyReceipts ? known.tables : await printTables(db) };
}

async function countReceipts(db: Database): Promise<number> {
  const { count } = await db
    .selectFrom('receipts')
    .select((column) => column.fn.countAll().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}

async function printTables(db: Database): Promise<Record<string, string>> {
  const prints: Record<string, string> = {};
  for (const [table, columns] of Object.entries(tables) as [keyof Schema, (typeof tables)[keyof Schema]][]) {
    if (columns === 'left out') continue;
    const rows = (await db.selectFrom(table).selectAll().execute()).filter(isOfUse);
    prints[table] = printOf(columns === 'all' ? rows : rows.map((row) => pick(row, columns)));
  }
  return prints;
}

/** An expired session is deleted by the request that sends it. */
const isOfUse = (row: object): boolean =>
  !('token' in row && 'expiresAt' in row && new Date(String(row.expiresAt)) < new Date());

const pick = (row: object, columns: readonly string[]) =>
  columns.map((column) => (row as Readonly<Record<string, unknown>>)[column]);

function printOf(rows: readonly unknown[]): string {
  const sorted = rows.map((row) => JSON.stringify(row)).toSorted();
  return `${rows.length} rows ${createHash('sha1').update(sorted.join('\n')).digest('hex').slice(0, 12)}`;
}

/** The changed tables. */
export function changedTables(before: Fingerprint, after: Fingerprint): string[] {
  return Object.keys(after.tables).filter((table) => after.tables[table] !== before.tables[table]);
}
