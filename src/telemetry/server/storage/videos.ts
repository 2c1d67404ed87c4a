import type { Database } from '../../../server/storage/engine.ts';

export interface VideoUpload {
  readonly id: string;
  readonly ownerId: string;
  readonly runId: string;
  readonly videoId: string;
  readonly chapter: number;
  readonly fileName: string;
  readonly type: string;
  readonly size: number;
  readonly createdAt: number;
  readonly finishedAt: number | null;
}

const columns = [
  'id',
  'ownerId',
  'runId',
  'videoId',
  'chapter',
  'fileName',
  'type',
  'size',
  'createdAt',
  'finishedAt',
] as const;

export async function insertUpload(db: Database, upload: Omit<VideoUpload, 'finishedAt'>): Promise<void> {
  await db.insertInto('videoUploads').values(upload).execute();
}

export async function findUpload(db: Database, uploadId: string): Promise<VideoUpload | undefined> {
  return db
    .selectFrom('videoUploads')
    .select(columns)
    .where('id', '=', uploadId)
    .where('removedAt', 'is', null)
    .executeTakeFirst();
}

/** Uploads under way count with their whole size. */
export async function measureUploads(db: Database, ownerId: string): Promise<number> {
  const { bytes } = await db
    .selectFrom('videoUploads')
    .select((column) => column.fn.sum('size').as('bytes'))
    .where('ownerId', '=', ownerId)
    .where('removedAt', 'is', null)
    .executeTakeFirstOrThrow();
  return Number(bytes ?? 0);
}

export async function finishUpload(db: Database, uploadId: string, now: number): Promise<void> {
  await db
    .updateTable('videoUploads')
    .set({ finishedAt: now })
    .where('id', '=', uploadId)
    .where('finishedAt', 'is', null)
    .execute();
}

/** The videos are not sent any more; the upkeep deletes their files. */
export async function dropUploads(
  db: Database,
  runId: string,
  uploadIds: readonly string[],
  now: number,
): Promise<void> {
  if (uploadIds.length === 0) return;
  await db
    .updateTable('videoUploads')
    .set({ removedAt: now })
    .where('runId', '=', runId)
    .where('id', 'in', uploadIds)
    .where('removedAt', 'is', null)
    .execute();
}

/** Uploads that were dropped, are without a run, or were begun so long ago that they will not be finished. */
export async function listDeadUploads(db: Database, begunBefore: number, most: number): Promise<string[]> {
  const rows = await db
    .selectFrom('videoUploads')
    .leftJoin('runs', 'runs.id', 'videoUploads.runId')
    .select('videoUploads.id')
    .where((where) =>
      where.or([
        where('videoUploads.removedAt', 'is not', null),
        where('runs.id', 'is', null),
        where.and([where('videoUploads.finishedAt', 'is', null), where('videoUploads.createdAt', '<', begunBefore)]),
      ]),
    )
    .limit(most)
    .execute();
  return rows.map(({ id }) => id);
}

export async function deleteUpload(db: Database, uploadId: string): Promise<void> {
  await db.deleteFrom('videoUploads').where('id', '=', uploadId).execute();
}

export async function knowsUpload(db: Database, uploadId: string): Promise<boolean> {
  const row = await db.selectFrom('videoUploads').select('id').where('id', '=', uploadId).executeTakeFirst();
  return row !== undefined;
}
