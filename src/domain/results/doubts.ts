import type { Line } from '../model/lines.ts';
import { type EventState, slotOf, type Tap, timeOf } from '../model/state.ts';
import type { EntryResult } from './entry-result.ts';
import { byEntry } from './lists.ts';
import { readResults } from './read-results.ts';
import { isOddSplit, timeAt } from './split-board.ts';

/**
 * Two readings of one crossing differ by what two thumbs differ. Within this they say the same: the one that the server
 * accepted first counts, both are kept, and no person is asked.
 */
export const SAME_CROSSING_MS = 200;

/**
 * `waiting`: a finish without its start. `impossible`: a finish before its start. `split`: a split before the start or
 * after the finish. `readings`: taps that do not count, further than `SAME_CROSSING_MS` from the one that does.
 */
export interface Doubt {
  readonly racer: EntryResult;
  readonly reasons: readonly ('waiting' | 'impossible' | 'split' | 'readings')[];
  readonly readings: number;
  /** The lines of those readings. */
  readonly lines: readonly Line[];
}

/** Doubts are settled by a person. They stand apart from the board: viewers' pages neither show nor load them. */
export function listDoubts(event: EventState): Doubt[] {
  const readings = listReadings(event);
  const doubts: Doubt[] = [];
  for (const racer of readResults(event)) {
    const taps = readings.get(racer.entry.racerId) ?? [];
    const count = taps.length;
    const { state } = racer;
    const isOdd = state === 'waiting' || state === 'impossible';
    const hasOddSplit = event.splits.some((line) => {
      const at = timeAt(event, racer.entry.racerId, line);
      return at !== null && isOddSplit(racer, at);
    });
    if (!isOdd && !hasOddSplit && count === 0) continue;
    const reasons = [
      ...(isOdd ? [state] : []),
      ...(hasOddSplit ? (['split'] as const) : []),
      ...(count > 0 ? (['readings'] as const) : []),
    ];
    doubts.push({ racer, reasons, readings: count, lines: [...new Set(taps.map(({ line }) => line))] });
  }
  return doubts.toSorted((one, other) => byEntry(one.racer, other.racer));
}

/** Second readings of all racers in one pass: one pass for each racer would go through all taps every time. */
function listReadings(event: EventState): ReadonlyMap<string, readonly Tap[]> {
  const readings = new Map<string, Tap[]>();
  const counting = new Set(Object.values(event.counting));
  for (const tap of Object.values(event.taps)) {
    const { id, racerId, undone, assignedSeq } = tap;
    if (racerId === null || undone || counting.has(id)) continue;
    if (assignedSeq <= (event.entries[racerId]?.addedSeq ?? 0) || isSettled(event, tap, racerId)) continue;
    const known = readings.get(racerId);
    if (known === undefined) readings.set(racerId, [tap]);
    else known.push(tap);
  }
  return readings;
}

/** True for a second reading that says the same as the one that counts. */
export function isSettled(event: EventState, tap: Tap, racerId: string): boolean {
  const counting = event.taps[event.counting[slotOf(racerId, tap.line, tap.attempt)] ?? ''];
  return counting !== undefined && Math.abs(timeOf(tap) - timeOf(counting)) <= SAME_CROSSING_MS;
}
