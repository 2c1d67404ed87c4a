import { setImmediate as nextRound } from 'node:timers/promises';
import type { Database } from '../storage/engine.ts';
import { closeEvent, removeEvent } from '../storage/remove-event.ts';
import { deleteRun } from '../storage/runs.ts';
import { listBodiesOf, removeBodies } from '../storage/samples.ts';
import { deleteUser } from '../storage/users.ts';

/**
 * Removes what a closed account owned. All its events are closed first, and the nodes and pages that show them are
 * told, before anything else can fail or take time. Then events and runs go one at a time, and the user with all rows
 * that refer to it: one statement for everything would hold up all other writers.
 */
export async function removeOwned(
  db: Database,
  userId: string,
  now: number,
  onEventsClosed: (eventIds: readonly string[]) => void,
): Promise<void> {
  const owned = await db.selectFrom('events').select(['id', 'goneAt']).where('ownerId', '=', userId).execute();
  const failures: unknown[] = [];
  for (const { id, goneAt } of owned) {
    try {
      if (goneAt === null) await closeEvent(db, id, now);
      onEventsClosed([id]);
    } catch (error) {
      // An event that is locked by another writer does not keep the others open.
      failures.push(error);
    }
    await nextRound();
  }
  if (failures.length > 0) throw new AggregateError(failures, 'Events of a deleted account could not be closed');
  for (const { id } of owned) {
    await removeEvent(db, id);
    // Announced twice: a reader admitted just before the closing may have opened the event after it.
    onEventsClosed([id]);
    await nextRound();
  }
  const runs = await db.selectFrom('runs').select('id').where('ownerId', '=', userId).execute();
  for (const { id } of runs) {
    const bodies = await listBodiesOf(db, { runId: id });
    await deleteRun(db, id);
    await removeBodies(db, bodies);
    await nextRound();
  }
  await deleteUser(db, userId);
}
