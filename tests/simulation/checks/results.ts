import { type ResultRow, rowsOf } from '../../../src/domain/results/rows.ts';
import type { Tables } from '../memory-tables.ts';
import { type History, isSame } from './history.ts';

/** The stored results equal those replayed from the log, for every event whose results are marked as complete. */
export function checkResults(
  tables: Tables,
  histories: ReadonlyMap<string, History>,
  report: (what: string) => void,
): void {
  const stored = new Map<string, ResultRow[]>();
  for (const row of tables.results.values()) stored.set(row.eventId, [...(stored.get(row.eventId) ?? []), row]);
  for (const [eventId, { states, log }] of histories) {
    const row = tables.events.get(eventId);
    if (row?.resultsSeq !== log.length)
      report(`results: ${eventId} is complete up to ${row?.resultsSeq} of ${log.length}`);
    const { rows } = rowsOf(states[log.length]!, 'all');
    if (!isSame(inOrder(rows), inOrder(stored.get(eventId) ?? [])))
      report(`results: of ${eventId} are not what its log makes`);
  }
}

function inOrder(rows: readonly ResultRow[]): readonly ResultRow[] {
  return rows.map((row) => ({ ...row, seq: 0 })).toSorted((one, other) => keyOf(one).localeCompare(keyOf(other)));
}

const keyOf = ({ racerId, attempt }: ResultRow): string => `${racerId} ${attempt}`;
