import type { Database } from '../storage/database.ts';
import { listSeriesResults, type SeriesResultRow } from '../storage/series.ts';

/** Rows of all kept events together: about ten of the usual seasons, and two of the largest. */
const MOST_ROWS = 100_000;

/**
 * The results of events for standings, each kept by the number of the event's last change: after a tap in one event of
 * fifty, one event is read again and not all.
 */
export function createKeptEventResults(db: Database) {
  /** By event, the one asked for last at the end. */
  const kept = new Map<string, { readonly seq: number; readonly rows: readonly SeriesResultRow[] }>();

  return async (
    events: readonly { readonly id: string; readonly seq: number }[],
  ): Promise<ReadonlyMap<string, readonly SeriesResultRow[]>> => {
    // Taken before anything is waited for: another series may push an event out meanwhile.
    const found = new Map<string, readonly SeriesResultRow[]>();
    const read = new Map<string, SeriesResultRow[]>();
    for (const { id, seq } of events) {
      const known = kept.get(id);
      if (known?.seq === seq) found.set(id, known.rows);
      else read.set(id, []);
    }
    for (const row of await listSeriesResults(db, [...read.keys()])) read.get(row.eventId)!.push(row);
    for (const { id, seq } of events) {
      const rows = found.get(id) ?? read.get(id)!;
      found.set(id, rows);
      kept.delete(id);
      kept.set(id, { seq, rows });
    }
    let total = 0;
    for (const { rows } of kept.values()) total += rows.length;
    for (const [id, { rows }] of kept) {
      if (total <= MOST_ROWS) break;
      total -= rows.length;
      kept.delete(id);
    }
    return found;
  };
}
