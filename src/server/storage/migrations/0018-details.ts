import type { Kysely } from 'kysely';
import type { EngineMigration } from '../engine.ts';

/** What is known of racers, what their results show of it, and the total of several attempts. The release before writes none of these columns. */
export const describeRacers: EngineMigration = () => ({
  async up(db: Kysely<unknown>) {
    await db.schema.alterTable('racers').addColumn('details', 'text').execute();
    for (const column of ['category', 'details', 'publicDetails', 'total']) {
      await db.schema.alterTable('results').addColumn(column, 'text').execute();
    }
    await db.schema.alterTable('results').addColumn('handicapMs', 'bigint').execute();
  },
});
