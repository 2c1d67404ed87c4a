import { type DurationMs, durationMs } from '../units.ts';
import type { EntryResult } from './entry-result.ts';
import { byEntry } from './lists.ts';

type Finished = EntryResult & { readonly duration: DurationMs };

export interface RankedResult extends EntryResult {
  readonly duration: DurationMs;
  readonly rank: number;
  /** Behind the first, as published: the difference of what one can read. */
  readonly gap: DurationMs;
}

/** The ranked form of a result that was made last: a tap makes new objects only for those whose place or gap it changes. */
const lastRanked = new WeakMap<EntryResult, RankedResult>();

/** By the published time: equal times share a rank, and the next one is counted on: #1, #1, #3. Within a rank by net time. */
export function rankResults(results: readonly EntryResult[]): RankedResult[] {
  const finished = results
    .filter((racer): racer is Finished => racer.duration !== null)
    .toSorted((one, other) => one.net! - other.net! || byEntry(one, other));
  const best = finished[0]?.duration ?? 0;
  let rank = 0;
  let shown = -1;
  return finished.map((racer, index) => {
    const { duration } = racer;
    if (duration !== shown) rank = index + 1;
    shown = duration;
    const gap = durationMs(duration - best);
    const known = lastRanked.get(racer);
    if (known?.rank === rank && known.gap === gap) return known;
    const ranked = { ...racer, rank, gap };
    lastRanked.set(racer, ranked);
    return ranked;
  });
}
