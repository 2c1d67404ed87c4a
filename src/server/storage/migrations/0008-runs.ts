import { type ColumnDefinitionBuilder, type Kysely, sql } from 'kysely';
import type { EngineMigration } from '../engine.ts';

/** Runs, with whom they are shared, their samples and their uploaded videos. */
export const createRuns: EngineMigration = (engine) => ({
  async up(db: Kysely<unknown>) {
    await createRunTables(db);
    await createSampleTables(db, engine === 'sqlite' ? 'blob' : 'bytea');
    await createVideoUploads(db);
  },
});

const required = (column: ColumnDefinitionBuilder) => column.notNull();
const key = (column: ColumnDefinitionBuilder) => column.notNull().primaryKey();
const ofUser = (column: ColumnDefinitionBuilder) => column.notNull().references('user.id').onDelete('cascade');
const ofRun = (column: ColumnDefinitionBuilder) => column.notNull().references('runs.id').onDelete('cascade');

async function createRunTables(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('runLibraries')
    .addColumn('userId', 'text', (column) => ofUser(column).primaryKey())
    .addColumn('zones', 'text', required)
    .execute();
  await db.schema
    .createTable('runs')
    .addColumn('id', 'text', key)
    .addColumn('ownerId', 'text', ofUser)
    .addColumn('version', 'integer', required)
    .addColumn('createdAt', 'bigint', required)
    .addColumn('deletedAt', 'bigint')
    .addColumn('details', 'text', required)
    .addColumn('bytes', 'bigint', required)
    // The event is no foreign key: a run outlives the race that it was attached to.
    .addColumn('eventId', 'text')
    .addColumn('linkKey', 'text')
    .execute();
  await createIndex(db, 'runs', 'ownerId');
  await createIndex(db, 'runs', 'eventId');
  await sql`create index "runs_deleted_idx" on "runs" ("deletedAt") where "deletedAt" is not null`.execute(db);
  await db.schema
    .createTable('runShares')
    .addColumn('runId', 'text', ofRun)
    .addColumn('email', 'text', required)
    .addColumn('createdAt', 'bigint', required)
    .addPrimaryKeyConstraint('runShares_pkey', ['runId', 'email'] as never)
    .execute();
  await createIndex(db, 'runShares', 'email');
}

/**
 * Samples lie in parts of half a megabyte: one statement with all of them would keep SQLite, and every tap, busy for as
 * long as the disk takes. Parts have no foreign key to their source, so that a deletion does not take them along in one
 * go.
 */
async function createSampleTables(db: Kysely<unknown>, bytes: 'blob' | 'bytea'): Promise<void> {
  await db.schema
    .createTable('runSources')
    .addColumn('runId', 'text', ofRun)
    .addColumn('sourceId', 'text', required)
    .addColumn('bodyId', 'text', (column) => column.notNull().unique())
    .addColumn('bytes', 'bigint', required)
    .addColumn('digest', 'text', required)
    .addColumn('createdAt', 'bigint', required)
    .addPrimaryKeyConstraint('runSources_pkey', ['runId', 'sourceId'] as never)
    .execute();
  await db.schema
    .createTable('sampleParts')
    .addColumn('bodyId', 'text', required)
    .addColumn('part', 'integer', required)
    .addColumn('body', bytes, required)
    .addColumn('createdAt', 'bigint', required)
    .addPrimaryKeyConstraint('sampleParts_pkey', ['bodyId', 'part'] as never)
    .execute();
}

/** The row has no foreign key: it alone knows of the file, and is deleted after it. */
async function createVideoUploads(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('videoUploads')
    .addColumn('id', 'text', key)
    .addColumn('ownerId', 'text', required)
    .addColumn('runId', 'text', required)
    .addColumn('videoId', 'text', required)
    .addColumn('chapter', 'integer', required)
    .addColumn('fileName', 'text', required)
    .addColumn('type', 'text', required)
    .addColumn('size', 'bigint', required)
    .addColumn('createdAt', 'bigint', required)
    .addColumn('finishedAt', 'bigint')
    .addColumn('removedAt', 'bigint')
    .execute();
  await createIndex(db, 'videoUploads', 'ownerId');
  await createIndex(db, 'videoUploads', 'runId');
}

async function createIndex(db: Kysely<unknown>, table: string, column: string): Promise<void> {
  await db.schema
    .createIndex(`${table}_${column}_idx`)
    .on(table)
    .columns([column] as never)
    .execute();
}
