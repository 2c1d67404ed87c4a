import type { Database } from './database.ts';

export interface ShareGroup {
  /** The group's id is its owner's user id. */
  readonly id: string;
  readonly ownerId: string;
  readonly name: string;
  readonly createdAt: number;
}

const PUBLIC_GROUP_NAME = 'public';

/** Each user has one share group; one that is absent is made when it is read. */
export async function ensureShareGroup(db: Database, ownerId: string, now: number): Promise<ShareGroup> {
  await db
    .insertInto('shareGroups')
    .values({ id: ownerId, ownerId, name: PUBLIC_GROUP_NAME, createdAt: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return db.selectFrom('shareGroups').selectAll().where('id', '=', ownerId).executeTakeFirstOrThrow();
}
