import { UNMEASURED } from '../timing/place-reading.ts';
import type { LeaderboardRow } from './read-leaderboard.ts';
import { uncertaintyOf } from './uncertainty.ts';

/**
 * The racers whose place is too close to call: the times of two neighbours are closer together than both can be off. Equal
 * times count as well: the clocks do not say that they are equal. A time that was set by hand has no known uncertainty and
 * is a person's decision, so it is called as it stands; so is one by a clock that was never measured.
 */
export function listCloseCalls(ranked: readonly LeaderboardRow[]): ReadonlySet<string> {
  return new Set(listClosePairs(ranked).flatMap((pair) => pair.map(({ entry }) => entry.racerId)));
}

/** Pairs of neighbours whose order the clocks do not tell, the faster first. */
export function listClosePairs(ranked: readonly LeaderboardRow[]): (readonly [LeaderboardRow, LeaderboardRow])[] {
  const close: [LeaderboardRow, LeaderboardRow][] = [];
  let previous: { readonly racer: LeaderboardRow; readonly uncertainty: number } | null = null;
  for (const racer of ranked) {
    const uncertainty = uncertaintyOf(racer);
    // A neighbour without a known uncertainty is passed over: the two around it may still be too close.
    if (uncertainty === null || uncertainty >= UNMEASURED) continue;
    if (previous !== null && racer.net! - previous.racer.net! < previous.uncertainty + uncertainty) {
      close.push([previous.racer, racer]);
    }
    previous = { racer, uncertainty };
  }
  return close;
}
