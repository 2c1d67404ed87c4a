import { CompiledQuery, type Transaction } from 'kysely';
import type { Change } from '../../domain/model/changes.ts';
import type { TouchedRows } from '../../domain/results/rows.ts';
import type { LockedEvent, Outcome, Receipt } from '../journal/store.ts';
import type { Database, Engine, Storage } from './engine.ts';
import type { Row } from './sqlite.ts';
import { toStoredResult } from './results.ts';
import type { Schema } from './schema.ts';

/**
 * Statements on the tap's path, whose texts are always the same: building and preparing a text for every transaction cost
 * more than the rows themselves. PostgreSQL takes any number of rows as one piece of JSON, because each statement is a
 * journey. SQLite runs the statement for each row: taking JSON apart took it longer than storing what is in it.
 */
export interface RowStatements {
  lockEvents(ids: readonly string[]): Promise<readonly ({ readonly id: string } & LockedEvent)[]>;
  insertChanges(changes: readonly Change[]): Promise<void>;
  updateEvents(rows: readonly EventRow[]): Promise<void>;
  /** Writes only the columns that taps change. */
  countEvents(rows: readonly CountRow[]): Promise<void>;
  findReceipts(commandIds: readonly string[]): Promise<readonly Receipt[]>;
  /** Answers how many were not stored yet. */
  insertReceipts(receipts: readonly Receipt[]): Promise<number>;
  writeResults(touched: TouchedRows): Promise<void>;
}

type EventRow = Omit<Schema['events'], 'rewrites' | 'rewrittenSeq' | 'resultsSeq' | 'goneAt'> & {
  readonly resultsSeq: number;
};
/** What taps change in an event's row. */
type CountRow = Pick<EventRow, keyof typeof countColumns>;

interface Column {
  readonly name: string;
  readonly type: 'text' | 'bigint';
}

const text = (name: string): Column => ({ name, type: 'text' });
const number = (name: string): Column => ({ name, type: 'bigint' });

const changeColumns = [text('eventId'), number('seq'), text('body')];
const receiptColumns = [text('commandId'), text('userId'), text('bodyHash'), text('outcome'), number('createdAt')];
const eventColumns = {
  id: text('id'),
  ownerId: text('ownerId'),
  name: text('name'),
  createdAt: number('createdAt'),
  timeZone: text('timeZone'),
  deletedAt: number('deletedAt'),
  sharedGroupId: text('sharedGroupId'),
  awaitingCredits: number('awaitingCredits'),
  teamRules: text('teamRules'),
  ranking: text('ranking'),
  total: number('total'),
  finished: number('finished'),
  onCourse: number('onCourse'),
  seq: number('seq'),
  resultsSeq: number('resultsSeq'),
  official: text('official'),
  course: text('course'),
  courseKey: text('courseKey'),
  points: text('points'),
  conditions: text('conditions'),
  showsBests: number('showsBests'),
} as const satisfies Readonly<Record<keyof EventRow, Column>>;
const { id, total, finished, onCourse, seq, resultsSeq } = eventColumns;
const countColumns = { id, total, finished, onCourse, seq, resultsSeq };
const eventNames = Object.keys(eventColumns) as (keyof typeof eventColumns)[];
const countNames = Object.keys(countColumns) as (keyof typeof countColumns)[];
/** The first three columns are the key. */
const resultColumns = {
  eventId: text('eventId'),
  racerId: text('racerId'),
  attempt: number('attempt'),
  name: text('name'),
  publicName: text('publicName'),
  bib: text('bib'),
  groups: text('groups'),
  category: text('category'),
  details: text('details'),
  publicDetails: text('publicDetails'),
  handicapMs: number('handicapMs'),
  adjusted: text('adjusted'),
  status: text('status'),
  startAt: number('startAt'),
  finishAt: number('finishAt'),
  splits: text('splits'),
  grossMs: number('grossMs'),
  penaltyMs: number('penaltyMs'),
  netMs: number('netMs'),
  publishedMs: number('publishedMs'),
  uncertaintyMs: number('uncertaintyMs'),
  checkedMs: number('checkedMs'),
  correction: text('correction'),
  total: text('total'),
  seq: number('seq'),
} as const satisfies Readonly<Record<keyof Schema['results'], Column>>;

const resultNames = Object.keys(resultColumns) as (keyof typeof resultColumns)[];

function writeTexts(engine: Engine) {
  const isSqlite = engine === 'sqlite';
  const rows = 'from jsonb_array_elements($1::jsonb) as row(value)';
  const cell = ({ type }: Column, index: number) => (isSqlite ? `?${index + 1}` : `(row.value ->> ${index})::${type}`);
  const among = isSqlite ? 'in (select value from json_each(?))' : '= any($1::text[])';
  const names = (columns: readonly Column[]) => columns.map(({ name }) => `"${name}"`).join(', ');
  const insert = (table: string, columns: readonly Column[]) => {
    const cells = columns.map(cell).join(', ');
    return `insert into ${table} (${names(columns)}) ${isSqlite ? `values (${cells})` : `select ${cells} ${rows}`}`;
  };
  /** The first column is the key. */
  const update = (columns: readonly Column[]) => {
    const [key, ...sets] = columns.map((column, index) => `"${column.name}" = ${cell(column, index)}`);
    return `update events set ${sets.join(', ')} ${isSqlite ? '' : rows} where events.${key}`;
  };
  const resultsKey = Object.values(resultColumns).slice(0, 3);
  const resultsRest = Object.values(resultColumns).slice(3);
  const resultsCells = resultsKey.map(cell).join(', ');
  return {
    // On SQLite the transaction has the whole database locked already.
    lockEvents:
      `select id, seq, rewrites, "resultsSeq" from events where id ${among} and "goneAt" is null ` +
      `order by id ${isSqlite ? '' : 'for update'}`,
    insertChanges: insert('changes', changeColumns),
    updateEvents: update(Object.values(eventColumns)),
    countEvents: update(Object.values(countColumns)),
    // Columns are named, because a prepared statement must not change when a table gets another column.
    findReceipts: `select ${names(receiptColumns)} from receipts where "commandId" ${among}`,
    findSessions:
      'select session.token, session."userId", session."expiresAt", "user".email, "user"."emailVerified", "user"."isAnonymous", ' +
      'profiles.username, profiles.accepted from session join "user" on "user".id = session."userId" ' +
      `left join profiles on profiles."userId" = session."userId" where session.token ${among}`,
    insertReceipts: `${insert('receipts', receiptColumns)} on conflict ("commandId") do nothing${isSqlite ? '' : ' returning "commandId"'}`,
    upsertResults:
      `${insert('results', Object.values(resultColumns))} on conflict (${names(resultsKey)}) do update set ` +
      resultsRest.map(({ name }) => `"${name}" = excluded."${name}"`).join(', '),
    deleteResults: `delete from results where (${names(resultsKey)}) ${isSqlite ? `= (${resultsCells})` : `in (select ${resultsCells} ${rows})`}`,
  };
}

const texts = { sqlite: writeTexts('sqlite'), postgres: writeTexts('postgres') };
export const postgresTexts: readonly string[] = Object.values(texts.postgres);

type Name = keyof (typeof texts)[Engine];

async function ask<Row>(db: Database, engine: Engine, name: Name, parameter: unknown): Promise<readonly Row[]> {
  const { rows } = await db.executeQuery<Row>(CompiledQuery.raw(texts[engine][name], [parameter]));
  return rows;
}

/** A stored session, and its person. */
export interface SessionRow {
  readonly token: string;
  readonly userId: string;
  readonly expiresAt: string | number | Date;
  readonly email: string;
  readonly emailVerified: number | boolean;
  readonly isAnonymous: number | boolean | null;
  readonly username: string | null;
  readonly accepted: number | null;
}

export function findSessionRows({ db, engine }: Storage, tokens: readonly string[]): Promise<readonly SessionRow[]> {
  return ask(db, engine, 'findSessions', engine === 'sqlite' ? JSON.stringify(tokens) : tokens);
}

/**
 * Statements for use within a transaction, which holds SQLite's connection: going through Kysely took longer than the
 * statement.
 */
export function createRowStatements(trx: Transaction<Schema>, { engine, held }: Storage): RowStatements {
  const read = async <Found>(name: Name, keys: readonly string[]): Promise<readonly Found[]> =>
    held === undefined
      ? ask<Found>(trx, engine, name, keys)
      : (held.ask(texts.sqlite[name], JSON.stringify(keys)) as readonly Found[]);
  /** Answers how many rows were written, as far as the statement counts them. */
  const write = async (name: Name, rows: readonly Row[]): Promise<number> =>
    held === undefined
      ? (await ask(trx, engine, name, JSON.stringify(rows))).length
      : held.runEach(texts.sqlite[name], rows);
  return {
    lockEvents: (eventIds) => read('lockEvents', eventIds),
    async insertChanges(changes) {
      await write(
        'insertChanges',
        changes.map((change) => [change.eventId, change.seq, JSON.stringify(change)]),
      );
    },
    async updateEvents(events) {
      await write('updateEvents', cellsOf(events, eventNames));
    },
    async countEvents(events) {
      await write('countEvents', cellsOf(events, countNames));
    },
    async findReceipts(commandIds) {
      const rows = await read<Schema['receipts']>('findReceipts', commandIds);
      return rows.map(({ createdAt, outcome, ...row }) => ({
        ...row,
        outcome: JSON.parse(outcome) as Outcome,
        at: createdAt,
      }));
    },
    insertReceipts: (receipts) =>
      write(
        'insertReceipts',
        receipts.map(({ commandId, userId, bodyHash, outcome, at }) => [
          commandId,
          userId,
          bodyHash,
          JSON.stringify(outcome),
          at,
        ]),
      ),
    async writeResults({ rows, gone }) {
      if (rows.length > 0) await write('upsertResults', cellsOf(rows.map(toStoredResult), resultNames));
      if (gone.length === 0) return;
      await write(
        'deleteResults',
        gone.map(({ eventId, racerId, attempt }) => [eventId, racerId, attempt]),
      );
    },
  };
}

const cellsOf = <Key extends string>(
  rows: readonly Readonly<Record<Key, Row[number]>>[],
  names: readonly Key[],
): readonly Row[] => rows.map((row) => names.map((name) => row[name]));
