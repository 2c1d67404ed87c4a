import { type DurationMs, durationMs } from '../units.ts';
import type { EntryResult } from './entry-result.ts';

/**
 * How far the gross time can be off. The uncertainty of a tap is a bound and no standard deviation, so that the bounds of
 * start and finish add up. Null where a time was set by hand: no clock vouches for it.
 */
export function uncertaintyOf({ gross, start, finish, isCorrected }: EntryResult): DurationMs | null {
  if (gross === null || isCorrected) return null;
  // Without a tap at the start the start list counts, and it is exact.
  return durationMs((start?.placed.uncertainty ?? 0) + finish!.placed.uncertainty);
}
