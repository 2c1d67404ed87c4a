import { type DurationMs, durationMs } from '../units.ts';
import type { EntryResult } from './entry-result.ts';

/**
 * How a tap was made. `button`: on a racer's row. `surface`: anywhere on the finish surface. `key`: a keyboard or a
 * remote. `gate`: by the start gate itself, at the second. `hand`: typed in.
 */
export type TapKind = 'button' | 'surface' | 'key' | 'gate' | 'hand';

/**
 * What the way of an input to the page adds to the clock's uncertainty; null where no clock vouches for the time. The
 * stamp is that of the input event, not of its handling, so only the hardware counts: a touch screen looks for fingers
 * 60 to 120 times a second and reports up to one look late, a keyboard or a Bluetooth remote reports within two intervals
 * of up to 15 ms. The reaction of the timekeeper is in no stamp and in no bound. A time of the gate is on the common clock.
 */
const inputDelay: Readonly<Record<TapKind, number | null>> = { button: 17, surface: 17, key: 30, gate: 0, hand: null };

/** Uncertainty of one tap, by its clock and, where it is known, by the way it was made. */
export function tapUncertainty(clock: DurationMs, kind?: TapKind): DurationMs | null {
  const delay = kind === undefined ? 0 : inputDelay[kind];
  return delay === null ? null : durationMs(clock + delay);
}

/**
 * How far the gross time can be off. The uncertainty of a tap is a bound and no standard deviation, so that the bounds of
 * start and finish add up. Null where a time was set by hand: no clock vouches for it.
 */
export function uncertaintyOf(
  { gross, start, finish, isCorrected }: EntryResult,
  kinds: { readonly start?: TapKind; readonly finish?: TapKind } = {},
): DurationMs | null {
  if (gross === null || isCorrected) return null;
  const [ofStart, ofFinish] = [
    tapUncertainty(start!.placed.uncertainty, kinds.start),
    tapUncertainty(finish!.placed.uncertainty, kinds.finish),
  ];
  return ofStart === null || ofFinish === null ? null : durationMs(ofStart + ofFinish);
}
