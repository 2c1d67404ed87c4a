/** The times of one earlier race, by racer. */
export type EarlierTimes = ReadonlyMap<string, number>;

/**
 * Smallest gap of each racer to a winner, as a share of the winner's time: races on different courses cannot be compared in
 * seconds.
 */
export function bestShares(races: readonly EarlierTimes[]): Map<string, number> {
  const best = new Map<string, number>();
  for (const times of races) {
    const fastest = Math.min(...times.values());
    if (!Number.isFinite(fastest) || fastest <= 0) continue;
    for (const [racerId, time] of times) {
      best.set(racerId, Math.min(best.get(racerId) ?? Infinity, time / fastest));
    }
  }
  return best;
}
