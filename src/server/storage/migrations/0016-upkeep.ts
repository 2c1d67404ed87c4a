import { type ColumnDefinitionBuilder, type Kysely, sql } from 'kysely';
import type { EngineMigration } from '../engine.ts';

/**
 * Tables of the upkeep: when each job is due, which events are being removed, and indexes by which expired rows are
 * found. Without the indexes every look would read whole tables.
 */
export const prepareUpkeep: EngineMigration = () => ({
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('upkeep')
      .addColumn('job', 'text', (column) => column.notNull().primaryKey())
      .addColumn('dueAt', 'bigint', required)
      .addColumn('cursor', 'text', required)
      .execute();
    await db.schema.alterTable('events').addColumn('goneAt', 'bigint').execute();
    await sql`create index "events_deleted_idx" on "events" ("deletedAt") where "deletedAt" is not null`.execute(db);
    await sql`create index "events_gone_idx" on "events" ("goneAt") where "goneAt" is not null`.execute(db);
    await sql`create index "session_expiresAt_idx" on "session" ("expiresAt")`.execute(db);
    await sql`create index "verification_expiresAt_idx" on "verification" ("expiresAt")`.execute(db);
    await sql`create index "mail_done_idx" on "mail" (coalesce("sentAt", "failedAt"))`.execute(db);
    await sql`create index "invitations_createdAt_idx" on "invitations" ("createdAt")`.execute(db);
  },
});

const required = (column: ColumnDefinitionBuilder) => column.notNull();
