import { firstAtLeast } from './decimate.ts';

/**
 * The value between the two points around a place, or NaN where nothing is. `most` is the widest gap that a straight line
 * may bridge: across a pause there is no value.
 */
export function valueAt(x: ArrayLike<number>, values: ArrayLike<number>, place: number, most = Infinity): number {
  if (x.length === 0 || Number.isNaN(place)) return NaN;
  let after = firstAtLeast(x, place);
  while (after < x.length && (Number.isNaN(values[after]!) || Number.isNaN(x[after]!))) after += 1;
  let before = Math.min(firstAtLeast(x, place), x.length - 1);
  while (before >= 0 && (x[before]! > place || Number.isNaN(values[before]!) || Number.isNaN(x[before]!))) before -= 1;
  if (after < x.length && x[after] === place) return values[after]!;
  if (before < 0 || after >= x.length) return NaN;
  const gap = x[after]! - x[before]!;
  if (gap > most) return NaN;
  if (gap === 0) return values[before]!;
  return values[before]! + ((values[after]! - values[before]!) * (place - x[before]!)) / gap;
}

/** The point nearest to a place; -1 when there is none. */
export function nearestAt(x: ArrayLike<number>, place: number): number {
  let after = firstAtLeast(x, place);
  while (after < x.length && Number.isNaN(x[after]!)) after += 1;
  let before = after - 1;
  while (before >= 0 && Number.isNaN(x[before]!)) before -= 1;
  if (after >= x.length) return before;
  if (before < 0) return after;
  return place - x[before]! <= x[after]! - place ? before : after;
}
