import type { Tap, TapWay } from '../model/state.ts';
import { type DurationMs, durationMs } from '../units.ts';
import type { EntryResult } from './entry-result.ts';

/**
 * What the way of an input to the page adds to the clock's uncertainty; null where no clock vouches for the time. The
 * stamp is that of the input event, not of its handling, so only the hardware counts: a touch screen looks for fingers
 * at least 60 times a second and reports up to one look late, a keyboard or a Bluetooth remote up to one interval of
 * 15 ms. The reaction of the timekeeper is in no stamp and in no bound. A time of the gate is on the common clock.
 */
const inputDelay: Readonly<Record<TapWay, number | null>> = { button: 17, surface: 17, key: 15, gate: 0, hand: null };

/** Uncertainty of one tap, by its clock and by the way it was made. Taps that do not say were made with a button. */
export function tapUncertainty({
  placed,
  seen,
  via = 'button',
}: Pick<Tap, 'placed' | 'seen' | 'via'>): DurationMs | null {
  const delay = inputDelay[via] === null ? null : (seen ?? inputDelay[via]);
  return delay === null ? null : durationMs(placed.uncertainty + delay);
}

/**
 * Bound of how far the gross time can be off. The uncertainty of a tap is a bound and no standard deviation, so that those of
 * start and finish add up. Null where a time was set by hand: no clock vouches for it.
 */
export function uncertaintyOf({ gross, start, finish, isCorrected }: EntryResult): DurationMs | null {
  if (gross === null || isCorrected) return null;
  // Without a tap at the start the start list counts, and it is exact.
  const ofStart = start === null ? 0 : tapUncertainty(start);
  const ofFinish = tapUncertainty(finish!);
  return ofStart === null || ofFinish === null ? null : durationMs(ofStart + ofFinish);
}
