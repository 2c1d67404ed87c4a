import type { Kysely } from 'kysely';
import type { EngineMigration } from '../engine.ts';

/** Index of the sizes of runs, to sum up what one account and all accounts hold without reading the runs themselves. */
export const indexRunBytes: EngineMigration = () => ({
  async up(db: Kysely<unknown>) {
    await db.schema
      .createIndex('runs_ownerId_bytes_idx')
      .on('runs')
      .columns(['ownerId', 'bytes'] as never)
      .execute();
  },
});
