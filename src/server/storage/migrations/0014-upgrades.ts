import { type ColumnDefinitionBuilder, type Kysely, sql } from 'kysely';
import type { EngineMigration } from '../engine.ts';

/**
 * Snapshots with the schema version of their shape: a table of their own, because nodes of Beta 0.23 write `snapshots`
 * without one. Also the nodes that are up, and the newest schema version that may be written.
 */
export const prepareUpgrades: EngineMigration = () => ({
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('stateSnapshots')
      .addColumn('eventId', 'text', (column) =>
        column.notNull().primaryKey().references('events.id').onDelete('cascade'),
      )
      .addColumn('schema', 'integer', required)
      .addColumn('state', 'text', required)
      .execute();
    await db.schema
      .createTable('nodes')
      .addColumn('id', 'text', (column) => column.notNull().primaryKey())
      .addColumn('name', 'text', required)
      .addColumn('schema', 'integer', required)
      .addColumn('startedAt', 'bigint', required)
      .addColumn('seenAt', 'bigint', required)
      .execute();
    await db.schema
      .createTable('gate')
      .addColumn('id', 'integer', (column) => column.notNull().primaryKey())
      .addColumn('schema', 'integer', required)
      .execute();
    await sql`insert into "gate" ("id", "schema") values (1, 1)`.execute(db);
  },
});

const required = (column: ColumnDefinitionBuilder) => column.notNull();
