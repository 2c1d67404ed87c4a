import { type ColumnDefinitionBuilder, type Kysely, sql } from 'kysely';
import type { EngineMigration } from '../engine.ts';

/** The event log, its receipts and keys, and the racer library. */
export const createEvents: EngineMigration = () => ({
  async up(db: Kysely<unknown>) {
    await createEventTables(db);
    await createLibraryTables(db);
    await db.schema
      .createTable('receipts')
      .addColumn('commandId', 'text', key)
      .addColumn('userId', 'text', required)
      .addColumn('bodyHash', 'text', required)
      .addColumn('outcome', 'text', required)
      .addColumn('createdAt', 'bigint', required)
      .execute();
  },
});

const required = (column: ColumnDefinitionBuilder) => column.notNull();
const key = (column: ColumnDefinitionBuilder) => column.notNull().primaryKey();
const ofUser = (column: ColumnDefinitionBuilder) => column.notNull().references('user.id').onDelete('cascade');
const ofEvent = (column: ColumnDefinitionBuilder) => column.notNull().references('events.id').onDelete('cascade');

async function createEventTables(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('events')
    .addColumn('id', 'text', key)
    .addColumn('ownerId', 'text', ofUser)
    .addColumn('name', 'text', required)
    .addColumn('createdAt', 'bigint', required)
    .addColumn('timeZone', 'text', required)
    .addColumn('deletedAt', 'bigint')
    .addColumn('sharedGroupId', 'text')
    .addColumn('awaitingCredits', 'integer', (column) => column.notNull().check(sql`"awaitingCredits" in (0, 1)`))
    .addColumn('total', 'integer', required)
    .addColumn('finished', 'integer', required)
    .addColumn('onCourse', 'integer', required)
    .addColumn('seq', 'bigint', required)
    .addColumn('snapshot', 'text', required)
    .execute();
  await db.schema.createIndex('events_ownerId_idx').on('events').column('ownerId').execute();
  await db.schema.createIndex('events_sharedGroupId_idx').on('events').column('sharedGroupId').execute();
  // One row for each person or address that is an admin, the owner included: by these rows 'Your Events' are found.
  await db.schema
    .createTable('eventAdmins')
    .addColumn('eventId', 'text', ofEvent)
    .addColumn('subject', 'text', required)
    .addPrimaryKeyConstraint('eventAdmins_pkey', ['eventId', 'subject'] as never)
    .execute();
  await db.schema.createIndex('eventAdmins_subject_idx').on('eventAdmins').column('subject').execute();
  await db.schema
    .createTable('eventKeys')
    .addColumn('eventId', 'text', (column) => ofEvent(column).primaryKey())
    .addColumn('admin', 'text', required)
    .addColumn('viewer', 'text', required)
    .execute();
  await db.schema
    .createTable('changes')
    .addColumn('eventId', 'text', ofEvent)
    .addColumn('seq', 'bigint', required)
    .addColumn('body', 'text', required)
    .addPrimaryKeyConstraint('changes_pkey', ['eventId', 'seq'] as never)
    .execute();
}

async function createLibraryTables(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('libraries')
    .addColumn('userId', 'text', (column) => ofUser(column).primaryKey())
    .execute();
  await db.schema
    .createTable('racers')
    .addColumn('id', 'text', key)
    .addColumn('createdBy', 'text', ofUser)
    .addColumn('name', 'text', required)
    .addColumn('groups', 'text', required)
    .addColumn('createdAt', 'bigint', required)
    .addColumn('deletedAt', 'bigint')
    .addColumn('awaitingCredits', 'integer', required)
    .execute();
  await db.schema.createIndex('racers_createdBy_idx').on('racers').column('createdBy').execute();
}
