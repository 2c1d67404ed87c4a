import type { Kysely } from 'kysely';
import type { EngineMigration } from '../engine.ts';

/** Times that somebody has said to be right. The release before writes none, and marks no time. */
export const checkTimes: EngineMigration = () => ({
  async up(db: Kysely<unknown>) {
    await db.schema.alterTable('results').addColumn('checkedMs', 'bigint').execute();
  },
});
