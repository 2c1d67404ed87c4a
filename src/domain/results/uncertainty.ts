import { type DurationMs, durationMs } from '../units.ts';
import type { EntryResult } from './entry-result.ts';

/**
 * How far the gross time can be off. The uncertainty of a tap is a bound and no standard deviation, so that the bounds of
 * start and finish add up. Null where a time was set by hand: no clock vouches for it.
 */
export function uncertaintyOf({ gross, start, finish, isCorrected }: EntryResult): DurationMs | null {
  if (gross === null || isCorrected) return null;
  return durationMs(start!.placed.uncertainty + finish!.placed.uncertainty);
}
