const MINUTE_MS = 60_000;
/** Times below this are counted in whole minutes, longer ones in five minutes. */
const WHOLE_MINUTES_BELOW_MS = 20 * MINUTE_MS;

/** Marks of a time among the racer's earlier times on the same course. */
export interface Marks {
  /** Faster than the best before by so much; null where it is not, or where there is no earlier time. */
  readonly bestByMs: number | null;
  /** The round time that was never beaten before, in ms. */
  readonly firstUnderMs: number | null;
}

const NO_MARKS: Marks = { bestByMs: null, firstUnderMs: null };

/**
 * A first time on a course has no marks: there is nothing to beat. Times are compared as they were published, because
 * those are the times that people know.
 */
export function marksOf(ms: number, bestBefore: number | null): Marks {
  if (bestBefore === null || ms >= bestBefore) return NO_MARKS;
  const mark = roundAbove(ms);
  return { bestByMs: bestBefore - ms, firstUnderMs: bestBefore >= mark ? mark : null };
}

/** The next round time above: whole minutes up to 20 minutes, every five minutes from there on. */
export function roundAbove(ms: number): number {
  const step = ms < WHOLE_MINUTES_BELOW_MS ? MINUTE_MS : 5 * MINUTE_MS;
  return (Math.floor(ms / step) + 1) * step;
}
