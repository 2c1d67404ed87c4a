import { type DurationMs, durationMs } from '../units.ts';
import type { EntryResult } from './entry-result.ts';
import { byEntry } from './lists.ts';

type Finished = EntryResult & { readonly duration: DurationMs };

/** A result in a ranked list, with its rank. Only these fields: every tap copies the results of all finishers. */
export interface RankedResult extends Pick<
  EntryResult,
  'entry' | 'state' | 'status' | 'start' | 'finish' | 'startTime' | 'finishTime' | 'isCorrected'
> {
  readonly duration: DurationMs;
  readonly rank: number;
  /** Time behind the first, as published: the difference of the two times on the board. */
  readonly gap: DurationMs;
}

/** Ranks by the published time: equal times share a rank, and the next is counted on: #1, #1, #3. Then by net time. */
export function rankResults(results: readonly EntryResult[]): RankedResult[] {
  const finished = results
    .filter((racer): racer is Finished => racer.duration !== null)
    .toSorted((one, other) => one.net! - other.net! || byEntry(one, other));
  const best = finished[0]?.duration ?? 0;
  let rank = 0;
  let shown = -1;
  return finished.map(
    ({ entry, state, status, start, finish, startTime, finishTime, isCorrected, duration }, index): RankedResult => {
      if (duration !== shown) rank = index + 1;
      shown = duration;
      const gap = durationMs(duration - best);
      return { entry, state, status, start, finish, startTime, finishTime, isCorrected, duration, rank, gap };
    },
  );
}
