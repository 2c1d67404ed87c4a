import type { Kysely } from 'kysely';
import type { EngineMigration } from '../engine.ts';

/** Series: events joined to a season. Standings are not stored: they are read from the results. */
export const createSeries: EngineMigration = () => ({
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('series')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('ownerId', 'text', (column) => column.notNull().references('user.id').onDelete('cascade'))
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('document', 'text', (column) => column.notNull())
      .addColumn('version', 'integer', (column) => column.notNull())
      .addColumn('linkKey', 'text')
      .addColumn('createdAt', 'bigint', (column) => column.notNull())
      .execute();
    await db.schema.createIndex('series_owner_idx').on('series').columns(['ownerId', 'createdAt']).execute();
  },
});
