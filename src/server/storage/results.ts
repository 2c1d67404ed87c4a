import type { ResultRow } from '../../domain/results/rows.ts';
import type { ResultStatus } from '../../domain/results/ruling.ts';
import type { Database } from './database.ts';
import type { Schema } from './schema.ts';

export type StoredResult = Schema['results'];

export function toStoredResult({ groups, splits, ...row }: ResultRow): StoredResult {
  return { ...row, groups: JSON.stringify(groups), splits: JSON.stringify(splits) };
}

export function fromStoredResult({ groups, splits, status, ...row }: StoredResult): ResultRow {
  return {
    ...row,
    status: status as ResultStatus,
    groups: JSON.parse(groups) as ResultRow['groups'],
    splits: JSON.parse(splits) as ResultRow['splits'],
  };
}

/** Null when there is no such event, or when its rows are behind its log: half of a result is shown to nobody. */
export async function readResultRows(db: Database, eventId: string): Promise<readonly ResultRow[] | null> {
  const rows = await db
    .selectFrom('events')
    .leftJoin('results', 'results.eventId', 'events.id')
    .selectAll('results')
    .where('events.id', '=', eventId)
    .whereRef('events.resultsSeq', '=', 'events.seq')
    .orderBy('results.racerId')
    .orderBy('results.attempt')
    .execute();
  if (rows.length === 0) return null;
  return rows.flatMap((row) => (row.eventId === null ? [] : [fromStoredResult(row as StoredResult)]));
}
