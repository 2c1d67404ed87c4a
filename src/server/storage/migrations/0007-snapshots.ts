import { type Kysely, sql } from 'kysely';
import type { EngineMigration } from '../engine.ts';

/**
 * Snapshots get a table of their own: SQLite writes a row anew as a whole, so that every tap of a long event would write
 * megabytes that had not changed.
 */
export const moveSnapshots: EngineMigration = () => ({
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('snapshots')
      .addColumn('eventId', 'text', (column) =>
        column.notNull().primaryKey().references('events.id').onDelete('cascade'),
      )
      .addColumn('state', 'text', (column) => column.notNull())
      .execute();
    await sql`insert into "snapshots" ("eventId", "state") select "id", "snapshot" from "events"`.execute(db);
    await db.schema.alterTable('events').dropColumn('snapshot').execute();
  },
});
