import type { EngineMigration } from '../migrate.ts';

/** Which addresses have had the welcome gift, by marks that tell nobody without the secret anything. */
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
