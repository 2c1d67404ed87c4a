import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Database, Engine } from '../../src/server/storage/database.ts';
import type { Schema } from '../../src/server/storage/schema.ts';

/**
 * What of each table counts. Mail goes out and open payments are asked about while the matrix runs, so only what a
 * request writes of them is looked at; a row of `libraries` is nothing but a lock; receipts are counted apart; erasures
 * are worked off by themselves, and nodes say that they are up.
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
  welcomeGifts: 'all',
  erasures: 'left out',
  nodes: 'left out',
  gate: 'all',
  upkeep: 'left out',
};

export interface Fingerprint {
  /** How many rows this database has ever written. Null where it does not say. */
  readonly written: number | null;
  readonly tables: Readonly<Record<string, string>>;
  readonly receipts: number;
}

/** SQLite, on its one connection, counts what is written: where nothing was, nothing needs to be looked at. */
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

/** A session that has expired is taken away from whoever comes with it. */
const isOfUse = (row: object): boolean =>
  !('token' in row && 'expiresAt' in row && new Date(String(row.expiresAt)) < new Date());

const pick = (row: object, columns: readonly string[]) =>
  columns.map((column) => (row as Readonly<Record<string, unknown>>)[column]);

function printOf(rows: readonly unknown[]): string {
  const sorted = rows.map((row) => JSON.stringify(row)).toSorted();
  return `${rows.length} rows ${createHash('sha1').update(sorted.join('\n')).digest('hex').slice(0, 12)}`;
}

/** The tables that are not as they were. */
export function changedTables(before: Fingerprint, after: Fingerprint): string[] {
  return Object.keys(after.tables).filter((table) => after.tables[table] !== before.tables[table]);
}
