import type { EventState } from '../events/state.ts';
import type { DurationMs } from '../units.ts';
import { type RankedResult, rankResults } from '../results/ranking.ts';
import type { EntryResult } from '../results/entry-result.ts';
import { byEntry, type Counters, countRacers, listInactive, listOnCourse, listOut } from '../results/lists.ts';
import { readResults } from '../results/read-results.ts';

/** Everything that stands on the board of one event, in its order. */
export interface Board {
  readonly counters: Counters;
  readonly onCourse: readonly EntryResult[];
  readonly inactive: readonly EntryResult[];
  readonly leaderboard: readonly RankedResult[];
  /** Those whose status gives them no place, listed after the others. */
  readonly out: readonly EntryResult[];
  /** What only a person can settle. For admins. */
  readonly needsLook: readonly Doubt[];
  /** The time to beat; null before anybody has finished. */
  readonly best: DurationMs | null;
}

/** `waiting`: a finish without its start. `impossible`: a finish before its start. `readings`: taps that do not count. */
export interface Doubt {
  readonly racer: EntryResult;
  readonly reasons: readonly ('waiting' | 'impossible' | 'readings')[];
  readonly readings: number;
}

export function readBoard(event: EventState): Board {
  const results = readResults(event);
  const leaderboard = rankResults(results);
  return {
    counters: countRacers(results),
    onCourse: listOnCourse(results),
    inactive: listInactive(results),
    leaderboard,
    out: listOut(results),
    needsLook: listDoubts(event, results),
    best: leaderboard[0]?.duration ?? null,
  };
}

function listDoubts(event: EventState, results: readonly EntryResult[]): Doubt[] {
  const readings = countReadings(event);
  const doubts: Doubt[] = [];
  for (const racer of results) {
    const count = readings.get(racer.entry.racerId) ?? 0;
    const { state } = racer;
    const isOdd = state === 'waiting' || state === 'impossible';
    if (!isOdd && count === 0) continue;
    const reasons = [...(isOdd ? [state] : []), ...(count > 0 ? (['readings'] as const) : [])];
    doubts.push({ racer, reasons, readings: count });
  }
  return doubts.toSorted((one, other) => byEntry(one.racer, other.racer));
}

/** Second readings of everybody in one pass: asking for each racer in turn would go through all taps every time. */
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
