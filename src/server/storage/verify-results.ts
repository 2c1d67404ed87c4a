import type { EventState } from '../../domain/model/state.ts';
import { type RowKey, rowsOf } from '../../domain/results/rows.ts';
import type { Database } from './engine.ts';
import { type StoredResult, toStoredResult } from './results.ts';

export interface ComparedResults {
  readonly rows: number;
  readonly findings: readonly string[];
}

/**
 * Compares the stored results of an event with those of its replayed log, row by row. Rows that are behind their log
 * are never shown and are built anew, so that they cannot be wrong yet.
 */
export async function compareResults(db: Database, event: EventState, resultsSeq: number): Promise<ComparedResults> {
  if (resultsSeq < event.seq) return { rows: 0, findings: [] };
  if (resultsSeq > event.seq) {
    return { rows: 0, findings: [`its results say that they are complete up to change ${resultsSeq}`] };
  }
  const rows = await db.selectFrom('results').selectAll().where('eventId', '=', event.id).execute();
  const stored = new Map(rows.map((row) => [keyOf(row), row]));
  const findings: string[] = [];
  for (const row of rowsOf(event, 'all').rows.map(toStoredResult)) {
    const kept = stored.get(keyOf(row));
    stored.delete(keyOf(row));
    if (kept === undefined) findings.push(`the result of ${keyOf(row)} is not stored`);
    else findings.push(...compareRow(row, kept, event.seq));
  }
  for (const key of stored.keys()) findings.push(`a result of ${key} is stored, which its log does not make`);
  return { rows: rows.length, findings };
}

const keyOf = ({ racerId, attempt }: Omit<RowKey, 'eventId'>): string => `racer ${racerId}, attempt ${attempt}`;

function compareRow(made: StoredResult, kept: StoredResult, seq: number): string[] {
  const columns = Object.keys(made) as (keyof StoredResult)[];
  const wrong = columns
    .filter((column) => (column === 'seq' ? kept.seq < 1 || kept.seq > seq : made[column] !== kept[column]))
    .map((column) => `${column} ${JSON.stringify(made[column])}, stored is ${JSON.stringify(kept[column])}`);
  return wrong.length === 0 ? [] : [`its log makes for ${keyOf(made)} ${wrong.join('; ')}`];
}
