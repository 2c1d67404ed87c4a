import type { Database } from './engine.ts';

export interface Profile {
  readonly userId: string;
  readonly username: string;
  readonly accepted: boolean;
  readonly origin: string;
  readonly createdAt: number;
  /** Language that was chosen last, on any device; null where none was. */
  readonly language: string | null;
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

/** Language that the person is written to in. */
export async function languageOfUser(db: Database, userId: string): Promise<string | null> {
  const row = await db.selectFrom('profiles').select('language').where('userId', '=', userId).executeTakeFirst();
  return row?.language ?? null;
}

export async function keepLanguage(db: Database, userId: string, language: string): Promise<void> {
  if ((await languageOfUser(db, userId)) === language) return;
  await db.updateTable('profiles').set({ language }).where('userId', '=', userId).execute();
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
