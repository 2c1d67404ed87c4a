import { setImmediate as nextRound } from 'node:timers/promises';
import type { Database } from '../storage/database.ts';
import { deleteRun } from '../storage/runs.ts';
import { listBodiesOf, removeBodies } from '../storage/samples.ts';
import { deleteUser } from '../storage/users.ts';

/**
 * What an account that is closed owned: its events and runs one at a time, then the user with everything that hangs on
 * it. All of it in one statement would hold up everybody else. Answers the events that are gone.
 */
export async function removeOwned(db: Database, userId: string): Promise<readonly string[]> {
  const events = await db.selectFrom('events').select('id').where('ownerId', '=', userId).execute();
  for (const { id } of events) {
    await db.deleteFrom('events').where('id', '=', id).execute();
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
  return events.map(({ id }) => id);
}
