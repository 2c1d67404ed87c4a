import type { Kysely } from 'kysely';
import type { EngineMigration } from '../engine.ts';

/** The rules of an event's teams, for readers of its stored results. The release before does not write the column. */
export const rankTeams: EngineMigration = () => ({
  async up(db: Kysely<unknown>) {
    await db.schema.alterTable('events').addColumn('teamRules', 'text').execute();
  },
});
