import type { ListedToken, Scope } from '../../protocol/api-tokens.ts';
import type { Database } from './engine.ts';
import { hasRoom } from './room.ts';

export interface NewTokenRow extends Omit<ListedToken, 'lastUsedAt'> {
  readonly userId: string;
  readonly hash: string;
}

/** False when the account has as many as it may have. Tokens that have ended make room for the new one. */
export async function insertToken(db: Database, token: NewTokenRow): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    await trx
      .deleteFrom('apiTokens')
      .where('userId', '=', token.userId)
      .where('expiresAt', '<=', token.createdAt)
      .execute();
    if (!(await hasRoom(trx, 'tokens', token.userId, { userId: token.userId }))) return false;
    await trx
      .insertInto('apiTokens')
      .values({ ...token, scopes: JSON.stringify(token.scopes), lastUsedAt: null })
      .execute();
    return true;
  });
}

export interface FoundToken {
  readonly id: string;
  readonly scopes: readonly Scope[];
  readonly expiresAt: number;
  readonly lastUsedAt: number | null;
  readonly userId: string;
  readonly email: string;
  readonly emailVerified: boolean;
  readonly username: string;
}

/** The token and the account behind it; undefined where the account is not accepted. */
export async function findToken(db: Database, hash: string): Promise<FoundToken | undefined> {
  const row = await db
    .selectFrom('apiTokens')
    .innerJoin('user', 'user.id', 'apiTokens.userId')
    .innerJoin('profiles', 'profiles.userId', 'apiTokens.userId')
    .select(['apiTokens.id', 'scopes', 'apiTokens.expiresAt', 'lastUsedAt', 'apiTokens.userId'])
    .select(['user.email', 'user.emailVerified', 'profiles.username'])
    .where('hash', '=', hash)
    .where('profiles.accepted', '=', 1)
    .executeTakeFirst();
  return row && { ...row, scopes: JSON.parse(row.scopes) as Scope[], emailVerified: Boolean(row.emailVerified) };
}

export async function noteTokenUse(db: Database, id: string, now: number): Promise<void> {
  await db.updateTable('apiTokens').set({ lastUsedAt: now }).where('id', '=', id).execute();
}

/** The newest first. */
export async function listTokens(db: Database, userId: string): Promise<ListedToken[]> {
  const rows = await db
    .selectFrom('apiTokens')
    .select(['id', 'name', 'prefix', 'scopes', 'createdAt', 'expiresAt', 'lastUsedAt'])
    .where('userId', '=', userId)
    .orderBy('createdAt', 'desc')
    .orderBy('id')
    .execute();
  return rows.map((row) => ({ ...row, scopes: JSON.parse(row.scopes) as Scope[] }));
}

/** False when the account has no such token. */
export async function deleteToken(db: Database, userId: string, id: string): Promise<boolean> {
  const deleted = await db
    .deleteFrom('apiTokens')
    .where('userId', '=', userId)
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst();
  return deleted !== undefined;
}
