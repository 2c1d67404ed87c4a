import type { Kysely } from 'kysely';
import type { EngineMigration } from '../engine.ts';

/** The language in which people are written to, null where none was chosen, and the zone of a buyer. The release before reads none. */
export const rememberLanguages: EngineMigration = () => ({
  async up(db: Kysely<unknown>) {
    for (const table of ['profiles', 'followers'])
      await db.schema.alterTable(table).addColumn('language', 'text').execute();
    await db.schema.alterTable('payments').addColumn('zone', 'text').execute();
  },
});
