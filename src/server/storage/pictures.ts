import type { PictureFacts } from '../../protocol/picture-facts.ts';
import type { Database } from './engine.ts';

export interface StoredFinish {
  readonly facts: PictureFacts;
  readonly parts: readonly number[];
}

/** Finishes that one statement removes, with 2 MB each at most: a tap waits for no more than that. */
const FINISHES_AT_ONCE = 4;

const ofFinish = (eventId: string, tapId: string) => ({ eventId, tapId });

/** Pictures of a finish that are there; 'removed' where somebody has deleted them. */
export async function findFinish(
  db: Database,
  eventId: string,
  tapId: string,
): Promise<StoredFinish | 'removed' | undefined> {
  const row = await db
    .selectFrom('finishPictures')
    .select(['facts', 'removedAt'])
    .where('eventId', '=', eventId)
    .where('tapId', '=', tapId)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  if (row.removedAt !== null) return 'removed';
  const parts = await db
    .selectFrom('finishPictureParts')
    .select('part')
    .where('eventId', '=', eventId)
    .where('tapId', '=', tapId)
    .orderBy('part')
    .execute();
  return { facts: JSON.parse(row.facts) as PictureFacts, parts: parts.map(({ part }) => part) };
}

export async function listFinishes(
  db: Database,
  eventId: string,
): Promise<readonly { readonly tapId: string; readonly bytes: number }[]> {
  const rows = await db
    .selectFrom('finishPictures')
    .select(['tapId', 'bytes'])
    .where('eventId', '=', eventId)
    .where('removedAt', 'is', null)
    .orderBy('tapId')
    .execute();
  return rows.map(({ tapId, bytes }) => ({ tapId, bytes: Number(bytes) }));
}

/** Counts removed ones too: their rows take room until their time is over. */
export async function countFinishes(db: Database, eventId: string): Promise<number> {
  const { count } = await db
    .selectFrom('finishPictures')
    .select((column) => column.fn.countAll().as('count'))
    .where('eventId', '=', eventId)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Bytes of pictures in all events of an owner. */
export async function measurePictures(db: Database, ownerId: string): Promise<number> {
  const { bytes } = await db
    .selectFrom('finishPictures')
    .innerJoin('events', 'events.id', 'finishPictures.eventId')
    .select((column) => column.fn.sum('finishPictures.bytes').as('bytes'))
    .where('events.ownerId', '=', ownerId)
    .executeTakeFirstOrThrow();
  return Number(bytes ?? 0);
}

/** A finish that is there already stays as it is: evidence is never written over. */
export async function insertFinish(
  db: Database,
  eventId: string,
  tapId: string,
  facts: PictureFacts,
  until: number,
): Promise<void> {
  await db
    .insertInto('finishPictures')
    .values({ ...ofFinish(eventId, tapId), facts: JSON.stringify(facts), bytes: 0, until })
    .onConflict((conflict) => conflict.columns(['eventId', 'tapId']).doNothing())
    .execute();
}

export interface NewPart {
  readonly eventId: string;
  readonly tapId: string;
  readonly part: number;
  readonly type: string;
  readonly body: Uint8Array;
}

/** False where the finish is not there any more. A part that is there already stays as it is. */
export async function insertPart(db: Database, part: NewPart): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    // Locks the row: a removal at the same time finds the part, or this finds the removal.
    const finish = await trx
      .updateTable('finishPictures')
      .set((column) => ({ bytes: column('bytes', '+', part.body.length) }))
      .where('eventId', '=', part.eventId)
      .where('tapId', '=', part.tapId)
      .where('removedAt', 'is', null)
      .returning('tapId')
      .executeTakeFirst();
    if (finish === undefined) return false;
    await trx.insertInto('finishPictureParts').values(part).execute();
    return true;
  });
}

export async function readPart(
  db: Database,
  eventId: string,
  tapId: string,
  part: number,
): Promise<{ readonly type: string; readonly body: Uint8Array } | undefined> {
  return db
    .selectFrom('finishPictureParts')
    .select(['type', 'body'])
    .where('eventId', '=', eventId)
    .where('tapId', '=', tapId)
    .where('part', '=', part)
    .executeTakeFirst();
}

export async function removeFinish(db: Database, eventId: string, tapId: string, now: number): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await trx
      .updateTable('finishPictures')
      .set({ removedAt: now, bytes: 0, facts: '{}' })
      .where('eventId', '=', eventId)
      .where('tapId', '=', tapId)
      .execute();
    await trx.deleteFrom('finishPictureParts').where('eventId', '=', eventId).where('tapId', '=', tapId).execute();
  });
}

/** Finishes whose time is over, or whose event was deleted by then: a few, to be dropped. */
export async function listOver(db: Database, now: number, deletedBefore: number) {
  return db
    .selectFrom('finishPictures')
    .innerJoin('events', 'events.id', 'finishPictures.eventId')
    .select(['eventId', 'tapId'])
    .where((where) =>
      where.or([
        where('until', '<=', now),
        where('events.deletedAt', '<=', deletedBefore),
        where('events.goneAt', 'is not', null),
      ]),
    )
    .limit(FINISHES_AT_ONCE)
    .execute();
}

export async function dropFinish(db: Database, eventId: string, tapId: string): Promise<void> {
  await db.deleteFrom('finishPictures').where('eventId', '=', eventId).where('tapId', '=', tapId).execute();
}

/** Drops a few finishes of an event. False when there are none. */
export async function dropSomeOf(db: Database, eventId: string): Promise<boolean> {
  const some = await db
    .selectFrom('finishPictures')
    .select('tapId')
    .where('eventId', '=', eventId)
    .limit(FINISHES_AT_ONCE)
    .execute();
  for (const { tapId } of some) await dropFinish(db, eventId, tapId);
  return some.length > 0;
}

/** The next event with pictures, by its id. */
export async function nextPictured(db: Database, after: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('finishPictures')
    .select('eventId')
    .where('eventId', '>', after)
    .where('removedAt', 'is', null)
    .orderBy('eventId')
    .limit(1)
    .executeTakeFirst();
  return row?.eventId;
}

/** Racers that one statement asks for. */
const RACERS_AT_ONCE = 200;

/** Those of these racers whom their owner has deleted from the list of racers. */
export async function listDeletedRacers(db: Database, racerIds: readonly string[]): Promise<ReadonlySet<string>> {
  const deleted = new Set<string>();
  for (let at = 0; at < racerIds.length; at += RACERS_AT_ONCE) {
    const rows = await db
      .selectFrom('racers')
      .select('id')
      .where('id', 'in', racerIds.slice(at, at + RACERS_AT_ONCE))
      .where('deletedAt', 'is not', null)
      .execute();
    for (const { id } of rows) deleted.add(id);
  }
  return deleted;
}
