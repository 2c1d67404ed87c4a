import { type ColumnDefinitionBuilder, type Kysely, sql } from 'kysely';
import type { EngineMigration } from '../engine.ts';

/**
 * Work that is left for deleted accounts. Their names stand in other owners' logs, which are rewritten step by step: in
 * one transaction with the deletion, a season's taps would hold up every race.
 */
export const createErasures: EngineMigration = () => ({
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('erasures')
      .addColumn('id', 'text', (column) => column.notNull().primaryKey())
      .addColumn('userId', 'text', required)
      .addColumn('email', 'text')
      .addColumn('salt', 'text', required)
      .addColumn('createdAt', 'bigint', required)
      .addColumn('startedAt', 'bigint')
      .addColumn('lastEventId', 'text', required)
      .addColumn('attempts', 'integer', (column) => column.notNull().defaultTo(0))
      .addColumn('dueAt', 'bigint', required)
      .execute();
    for (const column of ['rewrites', 'rewrittenSeq']) {
      await db.schema
        .alterTable('events')
        .addColumn(column, 'bigint', (added) => added.notNull().defaultTo(0))
        .execute();
    }
    await db.schema.alterTable('receipts').addColumn('erasedHash', 'text').execute();
    await sql`create index "receipts_userId_idx" on "receipts" ("userId", "createdAt")`.execute(db);
  },
});

const required = (column: ColumnDefinitionBuilder) => column.notNull();
