import { randomUUID } from 'node:crypto';
import type { Account } from '../../domain/events/decision.ts';
import type { Database } from './engine.ts';

export interface NewUser {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly passwordHash: string;
  readonly accountId: string;
  readonly now: number;
}

export interface UserRow {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly emailVerified: boolean;
  readonly isAnonymous: boolean;
  readonly createdAt: string;
}

/** Writes the user and its password as better-auth's own sign-up would. False when the email is taken. */
export async function insertUser(db: Database, user: NewUser): Promise<boolean> {
  const moment = new Date(user.now).toISOString();
  const inserted = await db
    .insertInto('user')
    .values({
      id: user.id,
      name: user.name,
      email: user.email,
      emailVerified: false,
      image: null,
      createdAt: moment,
      updatedAt: moment,
      isAnonymous: false,
    })
    .onConflict((conflict) => conflict.column('email').doNothing())
    .returning('id')
    .executeTakeFirst();
  if (inserted === undefined) return false;
  await db
    .insertInto('account')
    .values({
      id: user.accountId,
      accountId: user.id,
      providerId: 'credential',
      userId: user.id,
      password: user.passwordHash,
      createdAt: moment,
      updatedAt: moment,
    })
    .execute();
  return true;
}

export async function findUserByEmail(db: Database, email: string): Promise<UserRow | undefined> {
  const row = await db.selectFrom('user').selectAll().where('email', '=', email).executeTakeFirst();
  return row && toUser(row);
}

/** Accounts with one of these ids or addresses; guests have none. */
export async function findAccounts(
  db: Database,
  userIds: readonly string[],
  emails: readonly string[],
): Promise<readonly Account[]> {
  if (userIds.length === 0 && emails.length === 0) return [];
  const rows = await db
    .selectFrom('user')
    .select(['id', 'email', 'emailVerified', 'isAnonymous'])
    .where((where) =>
      where.or([
        ...(userIds.length > 0 ? [where('id', 'in', userIds)] : []),
        ...(emails.length > 0 ? [where('email', 'in', emails)] : []),
      ]),
    )
    .execute();
  return rows.flatMap(({ id: userId, email, emailVerified, isAnonymous }) =>
    isAnonymous ? [] : [{ userId, email, isConfirmed: Boolean(emailVerified) }],
  );
}

export async function findUserById(db: Database, id: string): Promise<UserRow | undefined> {
  const row = await db.selectFrom('user').selectAll().where('id', '=', id).executeTakeFirst();
  return row && toUser(row);
}

/** The lock keeps other transactions from changing the password or removing the account until the end of this one. */
export async function lockUser(trx: Database, userId: string): Promise<UserRow | undefined> {
  const row = await trx
    .updateTable('user')
    .set(({ ref }) => ({ name: ref('name') }))
    .where('id', '=', userId)
    .returningAll()
    .executeTakeFirst();
  return row && toUser(row);
}

export async function setEmailVerified(db: Database, userId: string): Promise<void> {
  await db.updateTable('user').set({ emailVerified: true }).where('id', '=', userId).execute();
}

/** Domain of the replacement address, which no person can have. */
const CLOSED = '@former.invalid';

/**
 * Closes an account: it cannot be used any more, and nothing in it says whose it was; what it owns still exists. False
 * when it was closed before.
 */
export async function closeUser(db: Database, userId: string): Promise<boolean> {
  const closed = await db
    .updateTable('user')
    .set({ email: `${randomUUID()}${CLOSED}`, name: '', image: null, emailVerified: false })
    .where('id', '=', userId)
    .where('email', 'not like', `%${CLOSED}`)
    .returning('id')
    .executeTakeFirst();
  if (closed === undefined) return false;
  await db.deleteFrom('verification').where('value', '=', userId).execute();
  for (const table of ['session', 'account', 'profiles', 'apiTokens', 'webhooks'] as const) {
    await db.deleteFrom(table).where('userId', '=', userId).execute();
  }
  return true;
}

/**
 * Sessions, passwords, profile and share group are deleted with the user; the ledger only loses the link to the person.
 */
export async function deleteUser(db: Database, userId: string): Promise<void> {
  await db.deleteFrom('verification').where('value', '=', userId).execute();
  await db.deleteFrom('user').where('id', '=', userId).execute();
}

/** Ends all access that was given before: sessions, and tokens of programs. */
export async function deleteSessions(db: Database, userId: string): Promise<void> {
  await deleteTokens(db, userId);
  await db.deleteFrom('session').where('userId', '=', userId).execute();
}

export async function deleteTokens(db: Database, userId: string): Promise<void> {
  await db.deleteFrom('apiTokens').where('userId', '=', userId).execute();
}

export interface OwnSession {
  readonly createdAt: string;
  readonly expiresAt: string;
  readonly ipAddress: string | null;
  readonly userAgent: string | null;
}

export async function listSessions(db: Database, userId: string): Promise<OwnSession[]> {
  const rows = await db
    .selectFrom('session')
    .select(['createdAt', 'expiresAt', 'ipAddress', 'userAgent'])
    .where('userId', '=', userId)
    .orderBy('createdAt')
    .execute();
  return rows.map((row) => ({ ...row, createdAt: toIso(row.createdAt), expiresAt: toIso(row.expiresAt) }));
}

export interface AccountLine {
  readonly email: string;
  readonly username: string | null;
  readonly accepted: boolean | null;
  readonly credits: number;
  readonly createdAt: string;
}

export async function listAccounts(db: Database): Promise<AccountLine[]> {
  const rows = await db
    .selectFrom('user')
    .leftJoin('profiles', 'profiles.userId', 'user.id')
    .leftJoin('creditAccounts', 'creditAccounts.userId', 'user.id')
    .select(['user.email', 'user.createdAt', 'profiles.username', 'profiles.accepted', 'creditAccounts.balance'])
    .where((where) => where.or([where('user.isAnonymous', 'is', null), where('user.isAnonymous', '=', false)]))
    .orderBy('user.createdAt')
    .execute();
  return rows.map((row) => ({
    email: row.email,
    username: row.username,
    accepted: row.accepted === null ? null : row.accepted === 1,
    credits: row.balance ?? 0,
    createdAt: toIso(row.createdAt),
  }));
}

function toUser(row: {
  id: string;
  name: string;
  email: string;
  emailVerified: number | boolean;
  isAnonymous: number | boolean | null;
  createdAt: string | Date;
}): UserRow {
  return {
    id: row.id,
    name: row.name,
    email: row.email,
    emailVerified: Boolean(row.emailVerified),
    isAnonymous: Boolean(row.isAnonymous),
    createdAt: toIso(row.createdAt),
  };
}

const toIso = (moment: string | Date): string => new Date(moment).toISOString();
