import { type Kysely, sql } from 'kysely';
import type { EngineMigration } from '../engine.ts';

/**
 * Who made a screen, so that it ends with that person's access, and what it was made for. Null for screens from before:
 * they are the owner's, and of no kind.
 */
export const nameScreenMakers: EngineMigration = () => ({
  async up(db: Kysely<unknown>) {
    await db.schema
      .alterTable('screenKeys')
      .addColumn('createdBy', 'text', (column) => column.references('user.id').onDelete('cascade'))
      .execute();
    await db.schema.alterTable('screenKeys').addColumn('kind', 'text').execute();
    await sql`create index "screenKeys_maker_idx" on "screenKeys" ("createdBy")`.execute(db);
  },
});
