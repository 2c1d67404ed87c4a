import type { Kysely } from 'kysely';
import type { EngineMigration } from '../engine.ts';

/** Whose places followers of an event take, and whether their push service has ever taken a message. */
export const countFollowerPlaces: EngineMigration = () => ({
  async up(db: Kysely<unknown>) {
    const add = (column: string, type: 'text' | 'bigint') =>
      db.schema.alterTable('followers').addColumn(column, type).execute();
    await add('place', 'text');
    await add('host', 'text');
    await add('answeredAt', 'bigint');
  },
});
