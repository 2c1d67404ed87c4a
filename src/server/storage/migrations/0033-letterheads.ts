import type { Kysely } from 'kysely';
import type { EngineMigration } from '../engine.ts';

/** What people have printed above their certificates. The release before reads and writes none. */
export const createLetterheads: EngineMigration = () => ({
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('letterheads')
      .addColumn('userId', 'text', (column) => column.notNull().primaryKey().references('user.id').onDelete('cascade'))
      .addColumn('line', 'text', (column) => column.notNull())
      .addColumn('logo', 'text')
      .execute();
  },
});
