import type { EventState } from '../model/state.ts';
import { type DurationMs, durationMs } from '../units.ts';
import type { EntryResult } from '../results/entry-result.ts';
import { type Counters, countRacers, listInactive, listOnCourse, listOut } from '../results/lists.ts';
import { readResults } from '../results/read-results.ts';

/** The racers of one event as they stand at its lines. The results are the leaderboard's: see `readLeaderboard`. */
export interface Board {
  readonly counters: Counters;
  readonly onCourse: readonly EntryResult[];
  readonly inactive: readonly EntryResult[];
  /** Entries whose status gives them no rank in the run that is timed now. */
  readonly out: readonly EntryResult[];
  /** The time to beat where it is the same for everybody: null before the first finish, with handicaps and several runs. */
  readonly best: DurationMs | null;
}

export function readBoard(event: EventState): Board {
  const results = readResults(event);
  const { handicap, attempts } = event.format;
  const times = results.flatMap(({ duration }) => duration ?? []);
  const isPlain = handicap === null && attempts.count === 1 && times.length > 0;
  return {
    counters: countRacers(results),
    onCourse: listOnCourse(results),
    inactive: listInactive(results),
    out: listOut(results),
    best: isPlain ? durationMs(Math.min(...times)) : null,
  };
}
