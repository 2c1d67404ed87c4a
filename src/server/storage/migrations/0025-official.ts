import type { Kysely } from 'kysely';
import type { EngineMigration } from '../engine.ts';

/** Since when the results of an event are official, and what was corrected since. The release before declares none. */
export const declareResults: EngineMigration = () => ({
  async up(db: Kysely<unknown>) {
    await db.schema.alterTable('events').addColumn('official', 'text').execute();
    await db.schema.alterTable('results').addColumn('correction', 'text').execute();
  },
});
