import { type Kysely, sql } from 'kysely';
import type { EngineMigration } from '../engine.ts';

/** Lists name the day of each race: its first start is found without reading the results of the event. */
export const indexStarts: EngineMigration = () => ({
  async up(db: Kysely<unknown>) {
    await sql`create index "results_start_idx" on "results" ("eventId", "startAt") where "startAt" is not null`.execute(
      db,
    );
  },
});
