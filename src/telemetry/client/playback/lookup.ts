import { firstAtLeast } from '../../../client/ui/plot/decimate.ts';

/**
 * The value between the two points around a position, or NaN where there is none: outside, and where a new segment
 * begins between the two.
 */
export function valueAt(
  x: ArrayLike<number>,
  values: ArrayLike<number>,
  place: number,
  breaks: readonly number[] = [],
): number {
  if (x.length === 0 || Number.isNaN(place)) return NaN;
  const isKnown = (index: number) => !Number.isNaN(values[index]!) && !Number.isNaN(x[index]!);
  const found = firstAtLeast(x, place);
  let after = found;
  while (after < x.length && !isKnown(after)) after += 1;
  if (x[after] === place) return values[after]!;
  let before = Math.min(found, x.length) - 1;
  while (before >= 0 && !isKnown(before)) before -= 1;
  if (before < 0 || after >= x.length || hasBreak(breaks, before, after)) return NaN;
  const part = (place - x[before]!) / (x[after]! - x[before]!);
  return values[before]! + (values[after]! - values[before]!) * part;
}

function hasBreak(breaks: readonly number[], before: number, after: number): boolean {
  const next = breaks.length === 0 ? 0 : firstAtLeast(breaks, before + 1);
  return next < breaks.length && breaks[next]! <= after;
}

/** The point nearest to a position; -1 when there is none. */
export function nearestAt(x: ArrayLike<number>, place: number): number {
  let after = firstAtLeast(x, place);
  while (after < x.length && Number.isNaN(x[after]!)) after += 1;
  let before = after - 1;
  while (before >= 0 && Number.isNaN(x[before]!)) before -= 1;
  if (after >= x.length) return before;
  if (before < 0) return after;
  return place - x[before]! <= x[after]! - place ? before : after;
}
