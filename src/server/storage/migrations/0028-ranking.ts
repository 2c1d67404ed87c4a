import type { Kysely } from 'kysely';
import type { EngineMigration } from '../engine.ts';

/**
 * How an event ranks its results, for readers of its stored rows. Null until the rows are written by this release: the
 * release before writes neither the column nor the status of a total.
 */
export const storeRanking: EngineMigration = () => ({
  async up(db: Kysely<unknown>) {
    await db.schema.alterTable('events').addColumn('ranking', 'text').execute();
  },
});
