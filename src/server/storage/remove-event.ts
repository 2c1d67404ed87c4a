import { setImmediate as nextRound } from 'node:timers/promises';
import type { Database } from './engine.ts';
import { dropSomeOf } from './pictures.ts';

/** Changes that one statement deletes: a tap waits for no more than that. */
export const CHANGES_AT_ONCE = 200;

/**
 * Hides the event: without its keys it is closed to every reader, on nodes of the release before as well, and commands
 * see no such event. Its log is deleted afterwards, step by step. `deletedBefore`: only if it was deleted by then.
 * False when it does not exist, or was closed before.
 */
export async function closeEvent(db: Database, eventId: string, now: number, deletedBefore?: number): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    const closed = await trx
      .updateTable('events')
      .set({ goneAt: now })
      .where('id', '=', eventId)
      .where('goneAt', 'is', null)
      .$if(deletedBefore !== undefined, (query) => query.where('deletedAt', '<', deletedBefore!))
      .returning('id')
      .executeTakeFirst();
    if (closed === undefined) return false;
    await trx.deleteFrom('eventKeys').where('eventId', '=', eventId).execute();
    await trx.deleteFrom('screenKeys').where('eventId', '=', eventId).execute();
    await trx.deleteFrom('eventAdmins').where('eventId', '=', eventId).execute();
    return true;
  });
}

/** Removes a part of a closed event's log, and with the last part all rows that refer to the event. */
export async function removeEventStep(db: Database, eventId: string): Promise<'more' | 'done'> {
  // With the row of the event they would go all at once, hundreds of megabytes of them.
  if (await dropSomeOf(db, eventId)) return 'more';
  const rows = await db
    .selectFrom('changes')
    .select('seq')
    .where('eventId', '=', eventId)
    .orderBy('seq')
    .limit(CHANGES_AT_ONCE)
    .execute();
  if (rows.length === CHANGES_AT_ONCE) {
    await db.deleteFrom('changes').where('eventId', '=', eventId).where('seq', '<=', rows.at(-1)!.seq).execute();
    return 'more';
  }
  await db.deleteFrom('events').where('id', '=', eventId).where('goneAt', 'is not', null).execute();
  return 'done';
}

export async function removeEvent(db: Database, eventId: string): Promise<void> {
  while ((await removeEventStep(db, eventId)) === 'more') await nextRound();
}

/** The next closed event to remove: a node that was stopped in the middle leaves it to be found again. */
export async function findGoneEvent(db: Database): Promise<string | undefined> {
  const row = await db.selectFrom('events').select('id').where('goneAt', 'is not', null).limit(1).executeTakeFirst();
  return row?.id;
}

export async function listDeadEvents(db: Database, deletedBefore: number, most: number): Promise<string[]> {
  const rows = await db
    .selectFrom('events')
    .select('id')
    .where('deletedAt', '<', deletedBefore)
    .where('goneAt', 'is', null)
    .orderBy('deletedAt')
    .limit(most)
    .execute();
  return rows.map(({ id }) => id);
}
