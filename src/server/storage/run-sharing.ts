import type { PrivacyZone } from '../../protocol/runs.ts';
import type { Database } from './database.ts';

export interface ShareRow {
  readonly email: string;
  /** Of the account with this address, once that is confirmed. */
  readonly userId: string | null;
}

const MOST_AT_ONCE = 500;

/** With whom each of these runs is shared, in the order in which it was. */
export async function listShares(
  db: Database,
  runIds: readonly string[],
): Promise<ReadonlyMap<string, readonly ShareRow[]>> {
  const found = new Map<string, ShareRow[]>();
  for (let from = 0; from < runIds.length; from += MOST_AT_ONCE) {
    const rows = await db
      .selectFrom('runShares')
      .leftJoin('user', 'user.email', 'runShares.email')
      .select(['runShares.runId', 'runShares.email', 'user.id', 'user.emailVerified'])
      .where('runShares.runId', 'in', runIds.slice(from, from + MOST_AT_ONCE))
      .orderBy('runShares.createdAt')
      .orderBy('runShares.email')
      .execute();
    for (const { runId, email, id, emailVerified } of rows) {
      const shares = found.get(runId) ?? [];
      shares.push({ email, userId: emailVerified ? id : null });
      found.set(runId, shares);
    }
  }
  return found;
}

export async function isSharedWith(db: Database, runId: string, email: string): Promise<boolean> {
  const row = await db
    .selectFrom('runShares')
    .select('runId')
    .where('runId', '=', runId)
    .where('email', '=', email)
    .executeTakeFirst();
  return row !== undefined;
}

export async function countShares(db: Database, runId: string): Promise<number> {
  const { count } = await db
    .selectFrom('runShares')
    .select((column) => column.fn.countAll().as('count'))
    .where('runId', '=', runId)
    .executeTakeFirstOrThrow();
  return Number(count);
}

export async function addShare(db: Database, runId: string, email: string, now: number): Promise<void> {
  await db
    .insertInto('runShares')
    .values({ runId, email, createdAt: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export async function removeShare(db: Database, runId: string, email: string): Promise<void> {
  await db.deleteFrom('runShares').where('runId', '=', runId).where('email', '=', email).execute();
}

/** Whoever shared with them shares with one less. */
export async function removeSharesWith(db: Database, email: string): Promise<void> {
  await db.deleteFrom('runShares').where('email', '=', email).execute();
}

export async function readZones(db: Database, userId: string): Promise<readonly PrivacyZone[]> {
  const row = await db.selectFrom('runLibraries').select('zones').where('userId', '=', userId).executeTakeFirst();
  return row === undefined ? [] : (JSON.parse(row.zones) as PrivacyZone[]);
}

export async function saveZones(db: Database, userId: string, zones: readonly PrivacyZone[]): Promise<void> {
  const text = JSON.stringify(zones);
  await db
    .insertInto('runLibraries')
    .values({ userId, zones: text })
    .onConflict((conflict) => conflict.column('userId').doUpdateSet({ zones: text }))
    .execute();
}
