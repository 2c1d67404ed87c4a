import { ok, refuse, type Result } from '../../../domain/result.ts';
import type { BlockedOwner, SharedRunAnswer } from '../../protocol/runs.ts';
import type { Database } from '../../../server/storage/engine.ts';
import { hasRoom } from '../../../server/storage/room.ts';
import type { Recipient } from './run-lists.ts';
import { nameOwner } from './runs.ts';
import { MAX_OFFERS } from '../../../protocol/limits.ts';

const stateAfter = { keep: 'kept', remove: 'removed', offer: 'offered' } as const;

/** Stores a recipient's answer to a shared run. The run's owner sees nothing of it. */
export function answerShare(
  db: Database,
  { userId, email }: Recipient,
  runId: string,
  answer: SharedRunAnswer,
): Promise<Result<null, 'run-not-found' | 'too-many-kept-runs'>> {
  return db.transaction().execute(async (trx) => {
    const isRoom = await hasRoom(trx, 'keptRuns', userId, { email, state: 'kept' });
    const shared = await trx
      .selectFrom('runShares')
      .innerJoin('runSummaries', 'runSummaries.runId', 'runShares.runId')
      .select('runShares.state')
      .where('runShares.runId', '=', runId)
      .where('runShares.email', '=', email)
      .where('runSummaries.deletedAt', 'is', null)
      .where('runSummaries.ownerId', '!=', userId)
      .executeTakeFirst();
    if (shared === undefined) return refuse('run-not-found');
    if (answer === 'keep' && shared.state !== 'kept' && !isRoom) {
      return refuse('too-many-kept-runs');
    }
    if (answer === 'remove') {
      await trx
        .insertInto('runRemovals')
        .values({ userId, runId })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
    } else {
      await trx.deleteFrom('runRemovals').where('userId', '=', userId).where('runId', '=', runId).execute();
    }
    await trx
      .updateTable('runShares')
      .set({ state: stateAfter[answer] })
      .where('runId', '=', runId)
      .where('email', '=', email)
      .execute();
    return ok(null);
  });
}

/** Runs of this owner are offered no more, and present offers end. Kept runs stay. */
export function blockOwner(db: Database, { userId, email }: Recipient, ownerId: string, now: number): Promise<void> {
  return db.transaction().execute(async (trx) => {
    const shared = await trx
      .selectFrom('runShares')
      .innerJoin('runSummaries', 'runSummaries.runId', 'runShares.runId')
      .select('runShares.runId')
      .where('runShares.email', '=', email)
      .where('runSummaries.ownerId', '=', ownerId)
      .where('runSummaries.ownerId', '!=', userId)
      .limit(1)
      .executeTakeFirst();
    // The answer is the same for an unknown owner: it must not tell which ids exist.
    if (shared === undefined) return;
    await trx
      .insertInto('runBlocks')
      .values({ userId, ownerId, createdAt: now })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    await moveShares(trx, email, ownerId, 'offered', 'blocked');
  });
}

export function unblockOwner(db: Database, { userId, email }: Recipient, ownerId: string): Promise<void> {
  return db.transaction().execute(async (trx) => {
    await trx.deleteFrom('runBlocks').where('userId', '=', userId).where('ownerId', '=', ownerId).execute();
    await moveShares(trx, email, ownerId, 'blocked', 'offered');
  });
}

async function moveShares(
  db: Database,
  email: string,
  ownerId: string,
  from: 'offered' | 'blocked',
  to: 'offered' | 'blocked',
): Promise<void> {
  await db
    .updateTable('runShares')
    .set({ state: to })
    .where('email', '=', email)
    .where('state', '=', from)
    .where('runId', 'in', (query) =>
      query.selectFrom('runSummaries').select('runId').where('runSummaries.ownerId', '=', ownerId),
    )
    .execute();
}

/** Blocked owners, the last one first. */
export async function listBlocked(db: Database, userId: string): Promise<BlockedOwner[]> {
  const rows = await db
    .selectFrom('runBlocks')
    .leftJoin('profiles', 'profiles.userId', 'runBlocks.ownerId')
    .select(['runBlocks.ownerId', 'profiles.username'])
    .where('runBlocks.userId', '=', userId)
    .orderBy('runBlocks.createdAt', 'desc')
    .limit(MAX_OFFERS)
    .execute();
  return rows.map(({ ownerId, username }) => ({ ownerId, ownerName: nameOwner(username) }));
}
