import type { Kysely } from 'kysely';
import type { EngineMigration } from '../engine.ts';

/** Tables of handicaps that people have uploaded, and what a handicap makes of a result. The release before writes neither. */
export const createHandicaps: EngineMigration = () => ({
  async up(db: Kysely<unknown>) {
    await db.schema.alterTable('results').addColumn('adjusted', 'text').execute();
    await db.schema
      .createTable('handicapTables')
      .addColumn('id', 'text', (column) => column.notNull().primaryKey())
      .addColumn('userId', 'text', (column) => column.notNull().references('user.id').onDelete('cascade'))
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('version', 'text', (column) => column.notNull())
      .addColumn('rows', 'text', (column) => column.notNull())
      .addColumn('createdAt', 'bigint', (column) => column.notNull())
      .execute();
    await db.schema.createIndex('handicapTables_userId').on('handicapTables').column('userId').execute();
  },
});
