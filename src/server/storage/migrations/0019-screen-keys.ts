import { type ColumnDefinitionBuilder, type Kysely, sql } from 'kysely';
import type { EngineMigration } from '../engine.ts';

/** Keys of screens. Each is a row of its own, so that one can be withdrawn while the others go on. */
export const createScreenKeys: EngineMigration = () => ({
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('screenKeys')
      .addColumn('id', 'text', (column) => column.notNull().primaryKey())
      .addColumn('eventId', 'text', (column) => column.notNull().references('events.id').onDelete('cascade'))
      .addColumn('name', 'text', required)
      .addColumn('key', 'text', required)
      .addColumn('createdAt', 'bigint', required)
      .execute();
    await sql`create index "screenKeys_event_idx" on "screenKeys" ("eventId")`.execute(db);
  },
});

const required = (column: ColumnDefinitionBuilder) => column.notNull();
