import { setImmediate as nextRound } from 'node:timers/promises';
import { closeEvent, removeEvent } from '../storage/remove-event.ts';
import { deleteUser } from '../storage/users.ts';
import type { AccountParts } from './account-parts.ts';

/**
 * Removes what a closed account owned. All its events are closed first, and the nodes and pages that show them are
 * told, before anything else can fail or take time. Then events and what else it owned go one at a time, and the user with all rows
 * that refer to it: one statement for everything would hold up all other writers.
 */
export async function removeOwned(
  {
    storage: { db },
    clock,
    ownedBesides,
    onEventsRewritten,
  }: Pick<AccountParts, 'storage' | 'clock' | 'ownedBesides' | 'onEventsRewritten'>,
  userId: string,
): Promise<void> {
  const owned = await db.selectFrom('events').select(['id', 'goneAt']).where('ownerId', '=', userId).execute();
  const failures: unknown[] = [];
  for (const { id, goneAt } of owned) {
    try {
      if (goneAt === null) await closeEvent(db, id, clock.now());
      onEventsRewritten([id]);
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
    onEventsRewritten([id]);
    await nextRound();
  }
  await ownedBesides.remove(db, userId);
  await deleteUser(db, userId);
}
