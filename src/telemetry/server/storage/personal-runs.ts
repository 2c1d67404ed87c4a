import { runPaths } from '../../protocol/runs.ts';
import type { Database } from '../../../server/storage/engine.ts';
import { byId, pageOf } from '../../../server/storage/personal-reads.ts';
import { findRun } from './runs.ts';

/**
 * Runs, one at a time: each may be a quarter of a megabyte. Samples are as long as the ride, and are given as
 * addresses.
 */
export async function* eachOwnRun(db: Database, userId: string) {
  const rows = byId((after) =>
    db.selectFrom('runs').select('id').where('ownerId', '=', userId).$call(pageOf('id', after)).execute(),
  );
  for await (const { id } of rows) {
    const run = await findRun(db, id);
    if (run === undefined) continue;
    const shares = await db.selectFrom('runShares').select(['email', 'createdAt']).where('runId', '=', id).execute();
    const sources = await db
      .selectFrom('runSources')
      .select(['sourceId', 'bytes', 'digest', 'createdAt'])
      .where('runId', '=', id)
      .execute();
    const samplesOf = (sourceId: string) =>
      runPaths.samples.replace(':runId', id).replace(':sourceId', encodeURIComponent(sourceId));
    yield { ...run, shares, samples: sources.map((source) => ({ ...source, address: samplesOf(source.sourceId) })) };
  }
}

/** Runs of others that were shared with an address. Only their names and owners: the rest is the owner's data. */
export async function* eachSharedRun(db: Database, userId: string, verifiedEmail: string | null) {
  if (verifiedEmail === null) return;
  const rows = byId((after) =>
    db
      .selectFrom('runShares')
      .innerJoin('runs', 'runs.id', 'runShares.runId')
      .select(['runs.id', 'runShares.createdAt as sharedAt', 'runShares.state'])
      .where('runShares.email', '=', verifiedEmail)
      .where('runs.ownerId', '!=', userId)
      .where('runs.deletedAt', 'is', null)
      .$call(pageOf('runs.id', after))
      .execute(),
  );
  for await (const { id, sharedAt, state } of rows) {
    const run = await findRun(db, id);
    if (run !== undefined) yield { id, name: run.details.name, ownerName: run.ownerName, sharedAt, state };
  }
}

/** Runs taken off the list, whether they are still shared or not. */
export const eachRemovedRun = (db: Database, userId: string) =>
  byId((after) =>
    db
      .selectFrom('runRemovals')
      .select('runId as id')
      .where('userId', '=', userId)
      .$call(pageOf('runId', after))
      .execute(),
  );

export const eachUpload = (db: Database, userId: string) =>
  byId((after) =>
    db
      .selectFrom('videoUploads')
      .selectAll()
      .where('ownerId', '=', userId)
      .where('removedAt', 'is', null)
      .$call(pageOf('id', after))
      .execute(),
  );
