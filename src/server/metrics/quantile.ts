import type { Histogram } from './registry.ts';

/** Counts of a histogram, or of several with the same bounds, since the last `take`. */
export interface HistogramWindow {
  take(): Taken;
}

interface Taken {
  readonly count: number;
  /** Null if nothing was counted. A value above the last bound reads as that bound. */
  quantile(part: number): number | null;
}

export function createWindow(...histograms: readonly Histogram[]): HistogramWindow {
  const { bounds } = histograms[0]!;
  let before = new Float64Array(bounds.length + 1);
  return {
    take() {
      const now = new Float64Array(bounds.length + 1);
      for (const { counts } of histograms) for (const [index, count] of counts.entries()) now[index]! += count;
      const fresh = now.map((count, index) => count - before[index]!);
      before = now;
      const count = fresh.reduce((sum, one) => sum + one, 0);
      return { count, quantile: (part) => quantileOf(bounds, fresh, count * part) };
    },
  };
}

/** Values are taken as evenly spread within a bucket, as Prometheus does. */
function quantileOf(bounds: readonly number[], counts: Readonly<Float64Array>, rank: number): number | null {
  if (rank === 0) return null;
  let below = 0;
  for (const [index, bound] of bounds.entries()) {
    const inside = counts[index]!;
    const from = index === 0 ? 0 : bounds[index - 1]!;
    if (inside > 0 && below + inside >= rank) return from + ((bound - from) * (rank - below)) / inside;
    below += inside;
  }
  return bounds.at(-1)!;
}
