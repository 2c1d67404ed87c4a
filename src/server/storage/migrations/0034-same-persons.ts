import { type Kysely, sql } from 'kysely';
import type { EngineMigration } from '../engine.ts';

/** Racers who are one person. The release before lists them apart, and keeps the column when it renames a racer. */
export const nameSamePersons: EngineMigration = () => ({
  async up(db: Kysely<unknown>) {
    await db.schema.alterTable('racers').addColumn('sameAs', 'text').execute();
    await sql`create index "racers_same_idx" on "racers" ("createdBy") where "sameAs" is not null`.execute(db);
    await db.schema
      .alterTable('libraries')
      .addColumn('merges', 'integer', (column) => column.notNull().defaultTo(0))
      .execute();
  },
});
