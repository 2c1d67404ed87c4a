import { type DurationMs, durationMs } from '../units.ts';
import type { EntryResult } from './entry-result.ts';
import { byEntry } from './lists.ts';

type Finished = EntryResult & { readonly duration: DurationMs };

export interface RankedResult extends EntryResult {
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
  let rank = 0;
  return finished.map((racer, index) => {
    if (racer.duration !== finished[index - 1]?.duration) rank = index + 1;
    return { ...racer, rank, gap: durationMs(racer.duration - finished[0]!.duration) };
  });
}
