import { type ColumnDefinitionBuilder, type Kysely, sql } from 'kysely';
import type { EngineMigration } from '../engine.ts';

/** Payments and every message about them are kept for ever: the ledger's purchases refer to them. */
export const createPayments: EngineMigration = () => ({
  async up(db: Kysely<unknown>) {
    await createPaymentTables(db);
    await createSandbox(db);
    // Waiting rows are looked for every minute, among those of all accounts: only they are in the index.
    await sql`create index "events_waiting_idx" on "events" ("ownerId") where "awaitingCredits" = 1`.execute(db);
    await sql`create index "racers_waiting_idx" on "racers" ("createdBy") where "awaitingCredits" = 1`.execute(db);
  },
});

const required = (column: ColumnDefinitionBuilder) => column.notNull();
const key = (column: ColumnDefinitionBuilder) => column.notNull().primaryKey();
const zero = (column: ColumnDefinitionBuilder) => column.notNull().defaultTo(0);

async function createPaymentTables(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('payments')
    .addColumn('id', 'text', key)
    .addColumn('provider', 'text', required)
    .addColumn('intentId', 'text')
    .addColumn('account', 'text', (column) => column.notNull().references('creditAccounts.id'))
    .addColumn('amount', 'bigint', (column) => column.notNull().check(sql`amount > 0`))
    .addColumn('priceCents', 'bigint', (column) => column.notNull().check(sql`"priceCents" > 0`))
    .addColumn('state', 'text', (column) =>
      column.notNull().check(sql`state in ('open', 'paid', 'cancelled', 'refunded')`),
    )
    .addColumn('problem', 'text')
    .addColumn('createdAt', 'bigint', required)
    .addColumn('paidAt', 'bigint')
    .addColumn('refundedCents', 'bigint', zero)
    .addColumn('takenBack', 'bigint', zero)
    .addColumn('owed', 'bigint', zero)
    .addColumn('checks', 'integer', zero)
    .addColumn('nextCheckAt', 'bigint', required)
    .addUniqueConstraint('payments_intent_once', ['provider', 'intentId'] as never)
    .execute();
  await createIndex(db, 'payments', 'account');
  await createIndex(db, 'payments', 'state', 'nextCheckAt');
  await db.schema
    .createTable('paymentMessages')
    .addColumn('provider', 'text', required)
    .addColumn('id', 'text', required)
    .addColumn('type', 'text', required)
    .addColumn('intentId', 'text')
    .addColumn('paymentId', 'text', (column) => column.references('payments.id'))
    .addColumn('receivedAt', 'bigint', required)
    .addPrimaryKeyConstraint('paymentMessages_once', ['provider', 'id'] as never)
    .execute();
}

/** Data that a card provider keeps on its own side. It holds no part of a card. */
async function createSandbox(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('sandboxIntents')
    .addColumn('id', 'text', key)
    .addColumn('paymentId', 'text', (column) => column.notNull().unique())
    .addColumn('clientSecret', 'text', (column) => column.notNull().unique())
    .addColumn('state', 'text', (column) =>
      column.notNull().check(sql`state in ('open', 'asking', 'paid', 'cancelled')`),
    )
    .addColumn('pays', 'integer', zero)
    .addColumn('priceCents', 'bigint', required)
    .addColumn('refundedCents', 'bigint', zero)
    .addColumn('problem', 'text')
    .addColumn('createdAt', 'bigint', required)
    .execute();
  await db.schema
    .createTable('sandboxDeliveries')
    .addColumn('id', 'text', key)
    .addColumn('messageId', 'text', required)
    .addColumn('type', 'text', required)
    .addColumn('intentId', 'text', (column) => column.notNull().references('sandboxIntents.id'))
    .addColumn('attempts', 'integer', zero)
    .addColumn('dueAt', 'bigint', required)
    .execute();
  await createIndex(db, 'sandboxDeliveries', 'dueAt');
}

async function createIndex(db: Kysely<unknown>, table: string, ...columns: string[]): Promise<void> {
  await db.schema
    .createIndex(`${table}_${columns.join('_')}_idx`)
    .on(table)
    .columns(columns as never)
    .execute();
}
