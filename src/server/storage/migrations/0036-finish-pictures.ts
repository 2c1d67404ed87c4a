import type { Kysely } from 'kysely';
import type { EngineMigration } from '../engine.ts';

/**
 * What finish cameras saw, where somebody has shared it. Everything goes with its event: no picture is left without a row that
 * says whose it is. The release before reads and writes none.
 */
export const createFinishPictures: EngineMigration = (engine) => ({
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('finishPictures')
      .addColumn('eventId', 'text', (column) => column.notNull().references('events.id').onDelete('cascade'))
      .addColumn('tapId', 'text', (column) => column.notNull())
      .addColumn('bytes', 'bigint', (column) => column.notNull())
      .addColumn('until', 'bigint', (column) => column.notNull())
      .addColumn('removedAt', 'bigint')
      .addColumn('facts', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('finishPictures_pkey', ['eventId', 'tapId'] as never)
      .execute();
    await db.schema.createIndex('finishPictures_until_idx').on('finishPictures').column('until').execute();
    await db.schema
      .createTable('finishPictureParts')
      .addColumn('eventId', 'text', (column) => column.notNull())
      .addColumn('tapId', 'text', (column) => column.notNull())
      .addColumn('part', 'integer', (column) => column.notNull())
      .addColumn('type', 'text', (column) => column.notNull())
      .addColumn('body', engine === 'sqlite' ? 'blob' : 'bytea', (column) => column.notNull())
      .addPrimaryKeyConstraint('finishPictureParts_pkey', ['eventId', 'tapId', 'part'] as never)
      .addForeignKeyConstraint(
        'finishPictureParts_finish_fkey',
        ['eventId', 'tapId'] as never,
        'finishPictures',
        ['eventId', 'tapId'] as never,
        (constraint) => constraint.onDelete('cascade'),
      )
      .execute();
  },
});
