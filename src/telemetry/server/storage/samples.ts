import { setImmediate as nextRound } from 'node:timers/promises';
import type { Database } from '../../../server/storage/engine.ts';

export interface StoredSource {
  readonly bodyId: string;
  readonly bytes: number;
  readonly digest: string;
}

/** Bytes that one statement writes or reads: a tap waits for no more than that. */
export const PART_BYTES = 512 * 1024;

export async function storeBody(db: Database, bodyId: string, bytes: Uint8Array, now: number): Promise<void> {
  for (let part = 0; part * PART_BYTES < bytes.length; part += 1) {
    const body = bytes.subarray(part * PART_BYTES, (part + 1) * PART_BYTES);
    await db.insertInto('sampleParts').values({ bodyId, part, body, createdAt: now }).execute();
    await nextRound();
  }
}

async function readPart(db: Database, bodyId: string, part: number): Promise<Uint8Array> {
  const { body } = await db
    .selectFrom('sampleParts')
    .select('body')
    .where('bodyId', '=', bodyId)
    .where('part', '=', part)
    .executeTakeFirstOrThrow();
  return body;
}

/** A whole body, in memory that can be handed to another thread. Reading stops once no request waits for it. */
export async function readWhole(
  db: Database,
  { bodyId, bytes }: StoredSource,
  signal: AbortSignal,
): Promise<Uint8Array<ArrayBuffer>> {
  const whole = new Uint8Array(bytes);
  for (let at = 0; at < bytes; at += PART_BYTES) {
    signal.throwIfAborted();
    whole.set(await readPart(db, bodyId, at / PART_BYTES), at);
    await nextRound();
  }
  return whole;
}

/**
 * Streams part by part, each when the one before has been taken: a reader that does not read holds no more than one
 * part.
 */
export function streamBody(db: Database, { bodyId, bytes }: StoredSource): ReadableStream<Uint8Array> {
  let part = 0;
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        controller.enqueue(await readPart(db, bodyId, part));
        part += 1;
        if (part * PART_BYTES >= bytes) controller.close();
      },
    },
    { highWaterMark: 0 },
  );
}

/** Removes part by part: an account's samples in one statement would hold up all other writers. */
export async function removeBodies(db: Database, bodyIds: readonly string[]): Promise<void> {
  for (const bodyId of bodyIds) {
    const parts = await db.selectFrom('sampleParts').select('part').where('bodyId', '=', bodyId).execute();
    for (const { part } of parts) {
      await db.deleteFrom('sampleParts').where('bodyId', '=', bodyId).where('part', '=', part).execute();
      await nextRound();
    }
  }
}

const BODIES_AT_ONCE = 100;

/**
 * Bodies that no source holds now, or that never came to belong to one: a page of them, and where to go on. Only ids
 * are read, from the index of the parts. SQLite reads a whole body to get at a column that is stored behind it, so that
 * asking every part for its date took as long as reading all samples.
 */
export async function listLooseBodies(
  db: Database,
  after: string,
  before: number,
): Promise<{ readonly loose: string[]; readonly next: string | undefined }> {
  const rows = await db
    .selectFrom('sampleParts')
    .select('bodyId')
    .where('bodyId', '>', after)
    .groupBy('bodyId')
    .orderBy('bodyId')
    .limit(BODIES_AT_ONCE)
    .execute();
  const bodyIds = rows.map(({ bodyId }) => bodyId);
  if (bodyIds.length === 0) return { loose: [], next: undefined };
  const held = await db.selectFrom('runSources').select('bodyId').where('bodyId', 'in', bodyIds).execute();
  const isHeld = new Set(held.map(({ bodyId }) => bodyId));
  const loose: string[] = [];
  for (const bodyId of bodyIds.filter((id) => !isHeld.has(id))) {
    // Another node may have removed the body meanwhile.
    const part = await db
      .selectFrom('sampleParts')
      .select('createdAt')
      .where('bodyId', '=', bodyId)
      .limit(1)
      .executeTakeFirst();
    if (part !== undefined && part.createdAt < before) loose.push(bodyId);
  }
  return { loose, next: bodyIds.length === BODIES_AT_ONCE ? bodyIds.at(-1) : undefined };
}

export async function findSource(db: Database, runId: string, sourceId: string): Promise<StoredSource | undefined> {
  return db
    .selectFrom('runSources')
    .select(['bodyId', 'bytes', 'digest'])
    .where('runId', '=', runId)
    .where('sourceId', '=', sourceId)
    .executeTakeFirst();
}

export interface NewSource extends StoredSource {
  readonly runId: string;
  readonly sourceId: string;
  readonly createdAt: number;
}

export async function saveSource(db: Database, source: NewSource): Promise<void> {
  await db
    .insertInto('runSources')
    .values(source)
    .onConflict((conflict) => conflict.columns(['runId', 'sourceId']).doUpdateSet(source))
    .execute();
}

/** Deletes sources that the run does not name any more. Answers their bodies, to be removed after the commit. */
export async function dropSources(db: Database, runId: string, kept: readonly string[]): Promise<string[]> {
  const rows = await db
    .deleteFrom('runSources')
    .where('runId', '=', runId)
    .$if(kept.length > 0, (query) => query.where('sourceId', 'not in', kept))
    .returning('bodyId')
    .execute();
  return rows.map(({ bodyId }) => bodyId);
}

export async function listBodiesOf(
  db: Database,
  of: { readonly ownerId: string } | { readonly runId: string },
): Promise<string[]> {
  const rows = await db
    .selectFrom('runSources')
    .innerJoin('runs', 'runs.id', 'runSources.runId')
    .select('runSources.bodyId')
    .where((where) =>
      'ownerId' in of ? where('runs.ownerId', '=', of.ownerId) : where('runSources.runId', '=', of.runId),
    )
    .execute();
  return rows.map(({ bodyId }) => bodyId);
}
