import type { Database } from './engine.ts';

export interface Profile {
  readonly userId: string;
  readonly username: string;
  readonly accepted: boolean;
  readonly origin: string;
  readonly createdAt: number;
}

export async function insertProfile(db: Database, profile: Profile): Promise<void> {
  await db
    .insertInto('profiles')
    .values({ ...profile, accepted: Number(profile.accepted) })
    .execute();
}

export async function findProfile(db: Database, userId: string): Promise<Profile | undefined> {
  const row = await db.selectFrom('profiles').selectAll().where('userId', '=', userId).executeTakeFirst();
  return row && { ...row, accepted: row.accepted === 1 };
}

/** better-auth keeps a name of its own, which would go on naming a person who took theirs back. */
export async function setUsername(db: Database, userId: string, username: string): Promise<void> {
  await db.updateTable('profiles').set({ username }).where('userId', '=', userId).execute();
  await db.updateTable('user').set({ name: username }).where('id', '=', userId).execute();
}

/** False when there is no such profile. */
export async function setAccepted(db: Database, userId: string, accepted: boolean): Promise<boolean> {
  const result = await db
    .updateTable('profiles')
    .set({ accepted: Number(accepted) })
    .where('userId', '=', userId)
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}
