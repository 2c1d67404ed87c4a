import type { Database } from './engine.ts';
import { findProfile } from './profiles.ts';

export interface ShareGroup {
  /** The group's id is its owner's user id. */
  readonly id: string;
  readonly ownerId: string;
  readonly name: string;
  readonly createdAt: number;
}

const PUBLIC_GROUP_NAME = 'public';

export async function ensureShareGroup(db: Database, ownerId: string, now: number): Promise<ShareGroup> {
  await db
    .insertInto('shareGroups')
    .values({ id: ownerId, ownerId, name: PUBLIC_GROUP_NAME, createdAt: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return db.selectFrom('shareGroups').selectAll().where('id', '=', ownerId).executeTakeFirstOrThrow();
}

/**
 * Every account has one share group; one that is absent is created when it is read. Ids without an account have none:
 * otherwise each wrong address would leave a row behind.
 */
export async function findShareGroup(db: Database, id: string, now: number): Promise<ShareGroup | undefined> {
  const found = await db.selectFrom('shareGroups').selectAll().where('id', '=', id).executeTakeFirst();
  if (found !== undefined) return found;
  return (await findProfile(db, id)) === undefined ? undefined : ensureShareGroup(db, id, now);
}
