import { sql } from 'kysely';
import type { PrivacyZone } from '../../protocol/runs.ts';
import type { Database } from '../../../server/storage/engine.ts';
import { hasRoom } from '../../../server/storage/room.ts';

const MOST_AT_ONCE = 500;

/**
 * Addresses that each of these runs is shared with, in the order in which they were added. Accounts are not looked up:
 * an owner would learn which addresses have one.
 */
export async function listShares(
  db: Database,
  runIds: readonly string[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  const found = new Map<string, string[]>();
  for (let from = 0; from < runIds.length; from += MOST_AT_ONCE) {
    const rows = await db
      .selectFrom('runShares')
      .select(['runId', 'email'])
      .where('runId', 'in', runIds.slice(from, from + MOST_AT_ONCE))
      .orderBy('createdAt')
      .orderBy('email')
      .execute();
    for (const { runId, email } of rows) {
      const shares = found.get(runId);
      if (shares === undefined) found.set(runId, [email]);
      else shares.push(email);
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

/** False: the run is shared with as many as it can be. */
export async function shareRun(
  db: Database,
  run: { readonly id: string; readonly ownerId: string },
  email: string,
  now: number,
): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    const isRoom = await hasRoom(trx, 'runShares', run.ownerId, { runId: run.id });
    if (!isRoom && !(await isSharedWith(trx, run.id, email))) return false;
    await addShare(trx, run, email, now);
    return true;
  });
}

/**
 * A run that the recipient took off their list, and any run of an owner whom they have blocked, is not offered again.
 */
async function addShare(
  db: Database,
  { id: runId, ownerId }: { readonly id: string; readonly ownerId: string },
  email: string,
  now: number,
): Promise<void> {
  const person = await db
    .selectFrom('user')
    .leftJoin('runBlocks', (join) =>
      join.onRef('runBlocks.userId', '=', 'user.id').on('runBlocks.ownerId', '=', ownerId),
    )
    .leftJoin('runRemovals', (join) =>
      join.onRef('runRemovals.userId', '=', 'user.id').on('runRemovals.runId', '=', runId),
    )
    .select(['runBlocks.ownerId as blocked', 'runRemovals.runId as removed'])
    .where('user.email', '=', email)
    .executeTakeFirst();
  const state = person?.removed ? 'removed' : person?.blocked ? 'blocked' : 'offered';
  await db
    .insertInto('runShares')
    .values({ runId, email, createdAt: now, state })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export async function removeShare(db: Database, runId: string, email: string): Promise<void> {
  await db.deleteFrom('runShares').where('runId', '=', runId).where('email', '=', email).execute();
}

/** Removes a deleted person from all shares. */
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
    .onConflict((conflict) =>
      conflict.column('userId').doUpdateSet({ zones: text, zonesVersion: sql`"runLibraries"."zonesVersion" + 1` }),
    )
    .execute();
}
