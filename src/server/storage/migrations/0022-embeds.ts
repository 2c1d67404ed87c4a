import type { Kysely } from 'kysely';
import type { EngineMigration } from '../engine.ts';

/** Sites whose pages may show the board of an event: one row for each event that an owner has opened to any. */
export const createEmbeds: EngineMigration = () => ({
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('embeds')
      .addColumn('eventId', 'text', (column) =>
        column.notNull().primaryKey().references('events.id').onDelete('cascade'),
      )
      .addColumn('origins', 'text', (column) => column.notNull())
      .execute();
  },
});
