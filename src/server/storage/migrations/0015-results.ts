import { type ColumnDefinitionBuilder, type Kysely, sql } from 'kysely';
import type { EngineMigration } from '../engine.ts';

/**
 * Results of every entry, for readers of many events. `events.resultsSeq` is the seq up to which an event's rows are
 * complete: events from before, and those that a node of the release before has changed, are behind until they are
 * built anew from the log. It stands in no index, because every tap changes it.
 */
export const createResults: EngineMigration = () => ({
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('results')
      .addColumn('eventId', 'text', (column) => column.notNull().references('events.id').onDelete('cascade'))
      .addColumn('racerId', 'text', required)
      .addColumn('attempt', 'integer', required)
      .addColumn('name', 'text', required)
      .addColumn('publicName', 'text', required)
      .addColumn('bib', 'text')
      .addColumn('groups', 'text', required)
      .addColumn('status', 'text', required)
      .addColumn('startAt', 'bigint')
      .addColumn('finishAt', 'bigint')
      .addColumn('splits', 'text', required)
      .addColumn('grossMs', 'bigint')
      .addColumn('penaltyMs', 'bigint', required)
      .addColumn('netMs', 'bigint')
      .addColumn('publishedMs', 'bigint')
      .addColumn('uncertaintyMs', 'bigint')
      .addColumn('seq', 'bigint', required)
      .addPrimaryKeyConstraint('results_pkey', ['eventId', 'racerId', 'attempt'] as never)
      .execute();
    // A racer's own history: without this index every read would go through the results of all events.
    await sql`create index "results_racer_idx" on "results" ("racerId")`.execute(db);
    await db.schema
      .alterTable('events')
      .addColumn('resultsSeq', 'bigint', (column) => column.notNull().defaultTo(0))
      .execute();
  },
});

const required = (column: ColumnDefinitionBuilder) => column.notNull();
