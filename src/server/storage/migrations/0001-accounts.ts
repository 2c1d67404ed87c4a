import { type ColumnDefinitionBuilder, type Kysely, sql } from 'kysely';
import type { Engine, EngineMigration } from '../engine.ts';

/**
 * Accounts, share groups, the ledger and the mail outbox. The first four tables have the columns that better-auth
 * expects: the contract suite fails when a newer better-auth wants others.
 */
export const createAccounts: EngineMigration = (engine) => ({
  async up(db: Kysely<unknown>) {
    await createAuthTables(db, engine);
    await createProfiles(db);
    await createLedger(db);
    await createMail(db);
  },
});

const required = (column: ColumnDefinitionBuilder) => column.notNull();
const key = (column: ColumnDefinitionBuilder) => column.notNull().primaryKey();
const unique = (column: ColumnDefinitionBuilder) => column.notNull().unique();
const ofUser = (column: ColumnDefinitionBuilder) => column.notNull().references('user.id').onDelete('cascade');

async function createAuthTables(db: Kysely<unknown>, engine: Engine): Promise<void> {
  const moment = engine === 'sqlite' ? sql`date` : sql`timestamptz`;
  const flag = engine === 'sqlite' ? 'integer' : 'boolean';

  await db.schema
    .createTable('user')
    .addColumn('id', 'text', key)
    .addColumn('name', 'text', required)
    .addColumn('email', 'text', unique)
    .addColumn('emailVerified', flag, required)
    .addColumn('image', 'text')
    .addColumn('createdAt', moment, required)
    .addColumn('updatedAt', moment, required)
    .addColumn('isAnonymous', flag)
    .execute();
  await db.schema
    .createTable('session')
    .addColumn('id', 'text', key)
    .addColumn('expiresAt', moment, required)
    .addColumn('token', 'text', unique)
    .addColumn('createdAt', moment, required)
    .addColumn('updatedAt', moment, required)
    .addColumn('ipAddress', 'text')
    .addColumn('userAgent', 'text')
    .addColumn('userId', 'text', ofUser)
    .execute();
  await db.schema
    .createTable('account')
    .addColumn('id', 'text', key)
    .addColumn('accountId', 'text', required)
    .addColumn('providerId', 'text', required)
    .addColumn('userId', 'text', ofUser)
    .addColumn('accessToken', 'text')
    .addColumn('refreshToken', 'text')
    .addColumn('idToken', 'text')
    .addColumn('accessTokenExpiresAt', moment)
    .addColumn('refreshTokenExpiresAt', moment)
    .addColumn('scope', 'text')
    .addColumn('password', 'text')
    .addColumn('createdAt', moment, required)
    .addColumn('updatedAt', moment, required)
    .execute();
  await db.schema
    .createTable('verification')
    .addColumn('id', 'text', key)
    .addColumn('identifier', 'text', required)
    .addColumn('value', 'text', required)
    .addColumn('expiresAt', moment, required)
    .addColumn('createdAt', moment, required)
    .addColumn('updatedAt', moment, required)
    .execute();
  await db.schema.createIndex('session_userId_idx').on('session').column('userId').execute();
  await db.schema.createIndex('account_userId_idx').on('account').column('userId').execute();
  await db.schema.createIndex('verification_identifier_idx').on('verification').column('identifier').execute();
}

async function createProfiles(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('profiles')
    .addColumn('userId', 'text', (column) => ofUser(column).primaryKey())
    .addColumn('username', 'text', required)
    .addColumn('accepted', 'integer', (column) => column.notNull().check(sql`accepted in (0, 1)`))
    .addColumn('origin', 'text', required)
    .addColumn('createdAt', 'bigint', required)
    .execute();
  await db.schema
    .createTable('shareGroups')
    .addColumn('id', 'text', key)
    .addColumn('ownerId', 'text', (column) => ofUser(column).unique())
    .addColumn('name', 'text', required)
    .addColumn('createdAt', 'bigint', required)
    .execute();
}

async function createLedger(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('creditAccounts')
    .addColumn('id', 'text', key)
    .addColumn('kind', 'text', (column) => column.notNull().check(sql`kind in ('user', 'house')`))
    .addColumn('userId', 'text', (column) => column.unique().references('user.id').onDelete('set null'))
    .addColumn('balance', 'bigint', (column) => column.notNull().defaultTo(0))
    .addColumn('createdAt', 'bigint', required)
    // The house gives credits out, so its balance is the negative of what all accounts hold.
    .addCheckConstraint('creditAccounts_never_below_zero', sql`kind = 'house' or balance >= 0`)
    .execute();
  await db.schema
    .createTable('creditTransfers')
    .addColumn('id', 'text', key)
    .addColumn('cause', 'text', unique)
    .addColumn('kind', 'text', required)
    .addColumn('fromAccount', 'text', (column) => column.notNull().references('creditAccounts.id'))
    .addColumn('toAccount', 'text', (column) => column.notNull().references('creditAccounts.id'))
    .addColumn('amount', 'bigint', (column) => column.notNull().check(sql`amount > 0`))
    .addColumn('createdAt', 'bigint', required)
    .execute();
  await db.schema.createIndex('creditTransfers_from_idx').on('creditTransfers').column('fromAccount').execute();
  await db.schema.createIndex('creditTransfers_to_idx').on('creditTransfers').column('toAccount').execute();
}

async function createMail(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('mail')
    .addColumn('id', 'text', key)
    .addColumn('to', 'text', required)
    .addColumn('subject', 'text', required)
    .addColumn('text', 'text', required)
    .addColumn('createdAt', 'bigint', required)
    .addColumn('attempts', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('nextAttemptAt', 'bigint', required)
    .addColumn('sentAt', 'bigint')
    .addColumn('failedAt', 'bigint')
    .addColumn('lastError', 'text')
    .execute();
  await db.schema.createIndex('mail_nextAttemptAt_idx').on('mail').column('nextAttemptAt').execute();
}
