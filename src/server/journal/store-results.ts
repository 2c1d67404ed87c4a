import type { EventState } from '../../domain/model/state.ts';
import { type ResultRow, type RowKey, rowsOf, type TouchedRacers } from '../../domain/results/rows.ts';
import { joinTouched, touchedSince } from '../../domain/events/touched-racers.ts';
import type { CommandTransaction } from './store.ts';

/** More missing changes than these are caught up apart (`storage/catch-up-results.ts`): no tap waits for them. */
const MOST_BEHIND = 200;
const MOST_ROWS = 1000;

/** An event that a transaction has changed. */
export interface Projected {
  readonly event: EventState;
  /** Seq of the event's last change before this transaction. */
  readonly from: number;
  /** Seq up to which the event's stored results were complete then. */
  readonly resultsSeq: number;
  readonly touched: TouchedRacers;
}

/**
 * Writes the rows of the racers whom the transaction touched, all in one statement, and answers for each event the seq
 * up to which its rows are complete. A node of the release before adds changes without writing rows: a few missing
 * changes are made up for here; many are left, and known to be missing.
 */
export async function storeResults(
  tx: Pick<CommandTransaction, 'readChanges' | 'writeResults'>,
  projected: readonly Projected[],
): Promise<ReadonlyMap<string, number>> {
  const completeTo = new Map<string, number>();
  const rows: ResultRow[] = [];
  const gone: RowKey[] = [];
  for (const { event, from, resultsSeq, touched } of projected) {
    const missing = from - resultsSeq;
    completeTo.set(event.id, resultsSeq);
    if (missing > MOST_BEHIND) continue;
    const earlier =
      missing > 0 ? touchedSince(event, await tx.readChanges(event.id, resultsSeq, from)) : new Set<string>();
    const all = joinTouched(touched, earlier);
    // A new event is inserted with all of its rows. Too many are not even made: 5,000 racers have 50,000 in ten runs.
    if (from > 0 && countRows(event, all) > MOST_ROWS) continue;
    const made = rowsOf(event, all);
    rows.push(...made.rows);
    gone.push(...made.gone);
    completeTo.set(event.id, event.seq);
  }
  if (rows.length + gone.length > 0) await tx.writeResults({ rows, gone });
  return completeTo;
}

/** Rows that are written or deleted for these racers. */
function countRows({ entries, attempts }: EventState, touched: TouchedRacers): number {
  return (touched === 'all' ? Object.keys(entries).length : touched.size) * attempts;
}
