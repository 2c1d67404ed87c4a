import { type ColumnDefinitionBuilder, type Kysely, sql } from 'kysely';
import type { Engine, EngineMigration } from '../engine.ts';

/**
 * List columns of a run stand in small rows of their own: in `runs` they would lie behind a quarter of a megabyte of
 * details. Triggers keep those rows, so that runs written by the release before are listed right, too. Also the answers
 * of recipients to runs shared with them.
 */
export const listRuns: EngineMigration = (engine) => ({
  async up(db: Kysely<unknown>) {
    await createSummaries(db);
    await sql.raw(summarize('"runs"', engine)).execute(db);
    for (const statement of keepSummaries[engine]) await sql.raw(statement).execute(db);
    await createAnswers(db);
  },
});

const required = (column: ColumnDefinitionBuilder) => column.notNull();
const none = (column: ColumnDefinitionBuilder) => column.notNull().defaultTo(0);
const ofUser = (column: ColumnDefinitionBuilder) => column.notNull().references('user.id').onDelete('cascade');
const ofRun = (column: ColumnDefinitionBuilder) => column.notNull().references('runs.id').onDelete('cascade');

async function createSummaries(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('runSummaries')
    .addColumn('runId', 'text', (column) => ofRun(column).primaryKey())
    .addColumn('ownerId', 'text', required)
    .addColumn('createdAt', 'bigint', required)
    .addColumn('deletedAt', 'bigint')
    .addColumn('version', 'integer', required)
    .addColumn('bytes', 'bigint', required)
    .addColumn('name', 'text', required)
    .addColumn('timestamp', 'double precision')
    .addColumn('distance', 'double precision')
    .addColumn('duration', 'double precision')
    .addColumn('eventId', 'text')
    .addColumn('racerId', 'text')
    .addColumn('revision', 'integer', none)
    .execute();
  await sql`create index "runSummaries_list_idx" on "runSummaries" ("ownerId", "createdAt", "runId")`.execute(db);
  await sql`create index "runSummaries_event_idx" on "runSummaries" ("eventId", "ownerId")`.execute(db);
  await sql`create index "runSources_bytes_idx" on "runSources" ("runId", "bytes")`.execute(db);
}

/** Runs that were shared before this are on the lists of their recipients, and stay there. */
async function createAnswers(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('runShares')
    .addColumn('state', 'text', (column) => column.notNull().defaultTo('offered'))
    .execute();
  await sql`update "runShares" set "state" = 'kept'`.execute(db);
  await sql`create index "runShares_list_idx" on "runShares" ("email", "state", "createdAt", "runId")`.execute(db);
  await db.schema
    .createTable('runRemovals')
    .addColumn('userId', 'text', ofUser)
    .addColumn('runId', 'text', ofRun)
    .addPrimaryKeyConstraint('runRemovals_pkey', ['userId', 'runId'] as never)
    .execute();
  await db.schema
    .createTable('runBlocks')
    .addColumn('userId', 'text', ofUser)
    .addColumn('ownerId', 'text', ofUser)
    .addColumn('createdAt', 'bigint', required)
    .addPrimaryKeyConstraint('runBlocks_pkey', ['userId', 'ownerId'] as never)
    .execute();
  await db.schema.alterTable('runLibraries').addColumn('zonesVersion', 'integer', none).execute();
}

const columns = ['ownerId', 'createdAt', 'deletedAt', 'version', 'bytes', 'eventId'];
const read = ['name', 'timestamp', 'distance', 'duration'];
const inPostgres = `json_to_record(%."details"::json) as "read"("name" text, "timestamp" double precision,
  "distance" double precision, "duration" double precision, "race" json)`;

/** Summary of one run, `new`, or of all runs. */
function summarize(row: 'new' | '"runs"', engine: Engine): string {
  const isSqlite = engine === 'sqlite';
  const fields = isSqlite
    ? read.map((name) => `json_extract(${row}."details", '$.${name}')`)
    : read.map((name) => `"read"."${name}"`);
  const racer = isSqlite ? `json_extract(${row}."details", '$.race.racerId')` : `"read"."race"->>'racerId'`;
  const from = [...(row === 'new' ? [] : [row]), ...(isSqlite ? [] : [inPostgres.replace('%', row)])].join(', ');
  const taken = ['runId', ...columns, ...read, 'racerId'];
  const values = [`${row}."id"`, ...columns.map((name) => `${row}."${name}"`), ...fields, racer];
  const again = taken.map((name) => `"${name}" = excluded."${name}"`);
  return `insert into "runSummaries" (${taken.map((name) => `"${name}"`).join(', ')})
    select ${values.join(', ')} ${from === '' ? '' : `from ${from}`} where true
    on conflict ("runId") do update set ${again.join(', ')}, "revision" = "runSummaries"."revision" + 1`;
}

const noticed = (row: 'new' | 'old') =>
  `update "runSummaries" set "revision" = "revision" + 1 where "runId" = ${row}."runId"`;

const keepSummaries: Readonly<Record<Engine, readonly string[]>> = {
  sqlite: [
    onSqlite('runs_listed', 'insert on "runs"', summarize('new', 'sqlite')),
    onSqlite('runs_changed', 'update on "runs"', summarize('new', 'sqlite')),
    onSqlite('runShares_added', 'insert on "runShares"', noticed('new')),
    onSqlite('runShares_removed', 'delete on "runShares"', noticed('old')),
  ],
  postgres: [
    ...onPostgres('runs_listed', 'insert or update on "runs"', summarize('new', 'postgres')),
    ...onPostgres('runShares_added', 'insert on "runShares"', noticed('new')),
    ...onPostgres('runShares_removed', 'delete on "runShares"', noticed('old')),
  ],
};

function onSqlite(name: string, moment: string, statement: string): string {
  return `create trigger "${name}" after ${moment} begin ${statement}; end`;
}

function onPostgres(name: string, moment: string, statement: string): string[] {
  return [
    `create or replace function "${name}"() returns trigger language plpgsql as $$
      begin ${statement}; return null; end $$`,
    `create trigger "${name}" after ${moment} for each row execute function "${name}"()`,
  ];
}
