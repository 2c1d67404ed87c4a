import type { EventState } from '../events/state.ts';
import type { EntryResult } from '../results/entry-result.ts';
import { byEntry } from '../results/lists.ts';
import { readResults } from '../results/read-results.ts';
import { isOddSplit, timeAt } from '../results/split-board.ts';

/**
 * `waiting`: a finish without its start. `impossible`: a finish before its start. `split`: a split before the start or
 * after the finish. `readings`: taps that do not count.
 */
export interface Doubt {
  readonly racer: EntryResult;
  readonly reasons: readonly ('waiting' | 'impossible' | 'split' | 'readings')[];
  readonly readings: number;
}

/** Doubts are settled by a person. They stand apart from the board: viewers' pages neither show nor load them. */
export function listDoubts(event: EventState): Doubt[] {
  const readings = countReadings(event);
  const doubts: Doubt[] = [];
  for (const racer of readResults(event)) {
    const count = readings.get(racer.entry.racerId) ?? 0;
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
    doubts.push({ racer, reasons, readings: count });
  }
  return doubts.toSorted((one, other) => byEntry(one.racer, other.racer));
}

/** Second readings of all racers in one pass: one pass for each racer would go through all taps every time. */
function countReadings(event: EventState): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  const counting = new Set(Object.values(event.counting));
  for (const { id, racerId, undone, assignedSeq } of Object.values(event.taps)) {
    if (racerId === null || undone || counting.has(id)) continue;
    if (assignedSeq <= (event.entries[racerId]?.addedSeq ?? 0)) continue;
    counts.set(racerId, (counts.get(racerId) ?? 0) + 1);
  }
  return counts;
}
