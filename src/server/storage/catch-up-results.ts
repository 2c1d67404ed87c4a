import { setImmediate as nextRound } from 'node:timers/promises';
import type { Transaction } from 'kysely';
import { extend } from '../../domain/events/apply.ts';
import { howRanked } from '../../domain/results/rank-rows.ts';
import { rowsOf, type TouchedRows } from '../../domain/results/rows.ts';
import { touchedBy } from '../../domain/events/touched-racers.ts';
import { readChanges } from './command-store.ts';
import type { Storage } from './engine.ts';
import { readEvent } from './event-reads.ts';
import { createRowStatements } from './row-statements.ts';
import type { Schema } from './schema.ts';

/** Rows that one transaction writes with the event locked: a tap waits for no more than that. */
const ROWS_AT_ONCE = 250;

/** Rows that lack a change, or were written by the release before. */
const isBehind = (event: {
  readonly seq: number;
  readonly resultsSeq: number;
  readonly ranking: string | null;
}): boolean => event.resultsSeq < event.seq || event.ranking === null;

/** Events of a page whose rows are behind their logs, and where the next page begins. */
export async function findBehind(
  { db }: Storage,
  after: string,
  atOnce: number,
): Promise<{ readonly behind: readonly string[]; readonly last: string | null }> {
  const page = await db
    .selectFrom('events')
    .select(['id', 'seq', 'resultsSeq', 'ranking'])
    .where('id', '>', after)
    .orderBy('id')
    .limit(atOnce)
    .execute();
  const behind = page.filter(isBehind).map(({ id }) => id);
  return { behind, last: page.at(-1)?.id ?? null };
}

/**
 * Builds the rows of an event anew from its log. The state is read without a lock, its rows are written in steps, and
 * the last step writes only what has changed meanwhile and says that the rows are complete. A tap that catches up by
 * itself, or another node that does the same work, raises `resultsSeq`: this work then stops, because its rows would be
 * older.
 */
export async function catchUpResults(storage: Storage, eventId: string): Promise<void> {
  const { db } = storage;
  const row = await db
    .selectFrom('events')
    .select(['seq', 'resultsSeq', 'ranking'])
    .where('id', '=', eventId)
    .executeTakeFirst();
  if (row === undefined || !isBehind(row)) return;
  const state = await readEvent(db, eventId);
  if (state === null) return;
  for (const step of stepsOf(rowsOf(state, 'all'))) {
    const isWritten = await whileBehind(storage, eventId, row.resultsSeq, (trx) =>
      createRowStatements(trx, storage).writeResults(step),
    );
    if (!isWritten) return;
    await nextRound();
  }
  await whileBehind(storage, eventId, row.resultsSeq, async (trx) => {
    const changes = await readChanges(trx, eventId, state.seq);
    const touched = touchedBy(state, changes);
    const event = extend(state, changes)!;
    await createRowStatements(trx, storage).writeResults(rowsOf(event, touched));
    const complete = { resultsSeq: event.seq, ranking: JSON.stringify(howRanked(event)) };
    await trx.updateTable('events').set(complete).where('id', '=', eventId).execute();
  });
}

/** Works with the event locked, and only while its rows are as far as they were. */
function whileBehind(
  { db, engine }: Storage,
  eventId: string,
  resultsSeq: number,
  work: (trx: Transaction<Schema>) => Promise<void>,
): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    const locked = await trx
      .selectFrom('events')
      .select('resultsSeq')
      .where('id', '=', eventId)
      // On SQLite the transaction has the whole database locked already.
      .$if(engine === 'postgres', (query) => query.forUpdate())
      .executeTakeFirst();
    if (locked?.resultsSeq !== resultsSeq) return false;
    await work(trx);
    return true;
  });
}

function* stepsOf({ rows, gone }: TouchedRows): Generator<TouchedRows> {
  for (let from = 0; from < rows.length; from += ROWS_AT_ONCE) {
    yield { rows: rows.slice(from, from + ROWS_AT_ONCE), gone: [] };
  }
  for (let from = 0; from < gone.length; from += ROWS_AT_ONCE) {
    yield { rows: [], gone: gone.slice(from, from + ROWS_AT_ONCE) };
  }
}
