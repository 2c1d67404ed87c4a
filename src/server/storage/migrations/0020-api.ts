import { type ColumnDefinitionBuilder, type Kysely, sql } from 'kysely';
import type { EngineMigration } from '../engine.ts';

/**
 * Tokens of programs, and webhooks with their queue. A webhook's cursors say up to which change of each event its
 * messages are queued, so a change costs nothing where nobody has a webhook.
 */
export const createApi: EngineMigration = () => ({
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('apiTokens')
      .addColumn('id', 'text', key)
      .addColumn('userId', 'text', ofUser)
      .addColumn('name', 'text', required)
      .addColumn('prefix', 'text', required)
      .addColumn('hash', 'text', (column) => column.notNull().unique())
      .addColumn('scopes', 'text', required)
      .addColumn('createdAt', 'bigint', required)
      .addColumn('expiresAt', 'bigint', required)
      .addColumn('lastUsedAt', 'bigint')
      .execute();
    await sql`create index "apiTokens_userId_idx" on "apiTokens" ("userId")`.execute(db);
    await db.schema
      .createTable('webhooks')
      .addColumn('id', 'text', key)
      .addColumn('userId', 'text', ofUser)
      .addColumn('url', 'text', required)
      .addColumn('kinds', 'text', required)
      .addColumn('createdAt', 'bigint', required)
      .addColumn('failures', 'integer', required)
      .addColumn('failingSince', 'bigint')
      .addColumn('nextAttemptAt', 'bigint', required)
      .addColumn('disabledAt', 'bigint')
      .addColumn('claimedUntil', 'bigint', required)
      .execute();
    await sql`create index "webhooks_userId_idx" on "webhooks" ("userId")`.execute(db);
    await db.schema
      .createTable('webhookCursors')
      .addColumn('webhookId', 'text', ofWebhook)
      .addColumn('eventId', 'text', (column) => column.notNull().references('events.id').onDelete('cascade'))
      .addColumn('seq', 'bigint', required)
      .addPrimaryKeyConstraint('webhookCursors_pkey', ['webhookId', 'eventId'] as never)
      .execute();
    await sql`create index "webhookCursors_eventId_idx" on "webhookCursors" ("eventId")`.execute(db);
    await db.schema
      .createTable('webhookDeliveries')
      .addColumn('id', 'text', key)
      .addColumn('webhookId', 'text', ofWebhook)
      .addColumn('eventId', 'text', (column) => column.references('events.id').onDelete('cascade'))
      .addColumn('kind', 'text', required)
      .addColumn('body', 'text', required)
      .addColumn('createdAt', 'bigint', required)
      .addColumn('position', 'bigint', required)
      .addColumn('attempts', 'integer', required)
      .addColumn('attemptedAt', 'bigint')
      .addColumn('doneAt', 'bigint')
      .addColumn('outcome', 'text')
      .execute();
    await sql`create index "webhookDeliveries_waiting_idx" on "webhookDeliveries" ("webhookId", "attempts", "position")
      where "doneAt" is null`.execute(db);
    await sql`create index "webhookDeliveries_log_idx" on "webhookDeliveries" ("webhookId", "position")`.execute(db);
    await sql`create index "webhookDeliveries_eventId_idx" on "webhookDeliveries" ("eventId")`.execute(db);
  },
});

const required = (column: ColumnDefinitionBuilder) => column.notNull();
const key = (column: ColumnDefinitionBuilder) => column.notNull().primaryKey();
const ofUser = (column: ColumnDefinitionBuilder) => column.notNull().references('user.id').onDelete('cascade');
const ofWebhook = (column: ColumnDefinitionBuilder) => column.notNull().references('webhooks.id').onDelete('cascade');
