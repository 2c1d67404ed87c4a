import type { EventState } from '../events/state.ts';
import type { DurationMs } from '../units.ts';
import { type RankedResult, rankResults } from '../results/ranking.ts';
import type { EntryResult } from '../results/entry-result.ts';
import { type Counters, countRacers, listInactive, listOnCourse, listOut } from '../results/lists.ts';
import { readResults } from '../results/read-results.ts';

/** The whole board of one event, in its order. */
export interface Board {
  readonly counters: Counters;
  readonly onCourse: readonly EntryResult[];
  readonly inactive: readonly EntryResult[];
  readonly leaderboard: readonly RankedResult[];
  /** Entries whose status gives them no rank, listed after the others. */
  readonly out: readonly EntryResult[];
  /** The time to beat; null before the first finish. */
  readonly best: DurationMs | null;
}

export function readBoard(event: EventState): Board {
  const results = readResults(event);
  const leaderboard = rankResults(results, event.race.ties);
  return {
    counters: countRacers(results),
    onCourse: listOnCourse(results),
    inactive: listInactive(results),
    leaderboard,
    out: listOut(results),
    best: leaderboard[0]?.duration ?? null,
  };
}
