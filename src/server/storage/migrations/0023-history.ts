import { type Kysely, sql } from 'kysely';
import type { EngineMigration } from '../engine.ts';

/**
 * The course of each event, so that results on one course are found without reading logs, and the links of racers'
 * histories. No release before this one could name a course: events from before have none.
 */
export const createHistory: EngineMigration = () => ({
  async up(db: Kysely<unknown>) {
    await db.schema.alterTable('events').addColumn('courseKey', 'text').execute();
    await db.schema.alterTable('events').addColumn('showsBests', 'integer').execute();
    await sql`create index "events_course_idx" on "events" ("ownerId", "courseKey") where "courseKey" is not null`.execute(
      db,
    );
    await db.schema
      .createTable('historyLinks')
      .addColumn('racerId', 'text', (column) =>
        column.notNull().primaryKey().references('racers.id').onDelete('cascade'),
      )
      .addColumn('ownerId', 'text', (column) => column.notNull().references('user.id').onDelete('cascade'))
      .addColumn('key', 'text', (column) => column.notNull())
      .addColumn('createdAt', 'bigint', (column) => column.notNull())
      .execute();
    await db.schema.createIndex('historyLinks_owner_idx').on('historyLinks').column('ownerId').execute();
  },
});
