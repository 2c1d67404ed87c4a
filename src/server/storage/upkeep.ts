import type { Database } from './engine.ts';

/**
 * Takes a job that is due, and answers where to go on. Other nodes leave it alone until `leaseUntil`; a node that is
 * killed leaves it to be found again. Undefined when it is not due, or another node has it.
 */
export async function claimJob(
  db: Database,
  job: string,
  now: number,
  leaseUntil: number,
): Promise<string | undefined> {
  await db
    .insertInto('upkeep')
    .values({ job, dueAt: now, cursor: '' })
    .onConflict((conflict) => conflict.column('job').doNothing())
    .execute();
  const claimed = await db
    .updateTable('upkeep')
    .set({ dueAt: leaseUntil })
    .where('job', '=', job)
    .where('dueAt', '<=', now)
    .returning('cursor')
    .executeTakeFirst();
  return claimed?.cursor;
}

export async function noteJob(
  db: Database,
  job: string,
  progress: { readonly cursor: string; readonly dueAt: number },
): Promise<void> {
  await db.updateTable('upkeep').set(progress).where('job', '=', job).execute();
}
