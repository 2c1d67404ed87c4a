import type { EngineMigration } from '../engine.ts';

/** Addresses that have had the welcome gift, as marks that say nothing without the secret. */
export const createWelcomeGifts: EngineMigration = () => ({
  async up(db) {
    await db.schema
      .createTable('welcomeGifts')
      .addColumn('address', 'text', (column) => column.notNull().primaryKey())
      .addColumn('isFree', 'integer', (column) => column.notNull())
      .addColumn('wasReturned', 'integer', (column) => column.notNull())
      .execute();
  },
});
