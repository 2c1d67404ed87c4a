import type { Database } from './engine.ts';

export async function findPassword(
  db: Database,
  whose: { readonly email: string } | { readonly userId: string },
): Promise<{ readonly userId: string; readonly hash: string } | undefined> {
  const [column, value] =
    'email' in whose ? (['user.email', whose.email] as const) : (['user.id', whose.userId] as const);
  const row = await db
    .selectFrom('user')
    .innerJoin('account', 'account.userId', 'user.id')
    .select(['user.id', 'account.password'])
    .where(column, '=', value)
    .where('account.providerId', '=', 'credential')
    .executeTakeFirst();
  return row?.password ? { userId: row.id, hash: row.password } : undefined;
}

export async function setPassword(db: Database, userId: string, hash: string, now: number): Promise<void> {
  await db
    .updateTable('account')
    .set({ password: hash, updatedAt: new Date(now).toISOString() })
    .where('userId', '=', userId)
    .where('providerId', '=', 'credential')
    .execute();
}

const RESET = 'reset-password:';

export interface ResetLink {
  readonly userId: string;
  readonly expiresAt: number;
}

export async function findResetLink(db: Database, token: string): Promise<ResetLink | undefined> {
  const row = await db
    .selectFrom('verification')
    .select(['value', 'expiresAt'])
    .where('identifier', '=', RESET + token)
    .executeTakeFirst();
  return row && { userId: row.value, expiresAt: new Date(row.expiresAt).getTime() };
}

/** True for the caller who takes the link: a link works once. */
export async function takeResetLink(trx: Database, token: string): Promise<boolean> {
  const taken = await trx
    .deleteFrom('verification')
    .where('identifier', '=', RESET + token)
    .executeTakeFirst();
  return taken.numDeletedRows > 0n;
}

/** Older links are deleted: one found in a mailbox would give the account away after its owner has secured it. */
export async function deleteResetLinks(db: Database, userId: string): Promise<void> {
  await db.deleteFrom('verification').where('value', '=', userId).where('identifier', 'like', `${RESET}%`).execute();
}
