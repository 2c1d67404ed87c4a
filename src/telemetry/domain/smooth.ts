import { segmentsOf } from './segments.ts';

/**
 * The mean of each value's surroundings, `width` wide in the unit of `axis` (seconds, or metres with distances). The window
 * is equally long on both sides, also at the ends, so that nothing moves earlier or later; a straight line stays as it is,
 * however irregular the steps. Nothing is carried over a break or a hole wider than the window, and holes stay holes.
 */
export function smooth(
  values: Float64Array,
  axis: Float64Array,
  width: number,
  breaks: readonly number[] = [0],
): Float64Array {
  const result = values.slice();
  if (!(width > 0)) return result;
  const known = new Uint32Array(values.length);
  for (const [from, to] of segmentsOf(values.length, breaks)) {
    let count = 0;
    for (let index = from; index < to; index += 1) {
      // The sum is NaN if either is: one test for both.
      if (Number.isNaN(values[index]! + axis[index]!)) continue;
      if (count > 0 && axis[index]! - axis[known[count - 1]!]! > width) {
        smoothRun(known.subarray(0, count), axis, result, width);
        count = 0;
      }
      known[count] = index;
      count += 1;
    }
    smoothRun(known.subarray(0, count), axis, result, width);
  }
  return result;
}

/** `known` are the samples of a stretch without holes; their values are replaced. */
function smoothRun(known: Uint32Array, axis: Float64Array, values: Float64Array, width: number): void {
  const count = known.length;
  if (count < 3) return;
  const at = new Float64Array(count);
  const given = new Float64Array(count);
  for (let i = 0; i < count; i += 1) {
    at[i] = i > 0 ? Math.max(at[i - 1]!, axis[known[i]!]!) : axis[known[i]!]!;
    given[i] = values[known[i]!]!;
  }
  // Two passes of half the width give near values more weight than far ones: no steps where a spike enters the window.
  const smoothed = meanAround(at, meanAround(at, given, width / 4), width / 4);
  for (let i = 0; i < count; i += 1) values[known[i]!] = smoothed[i]!;
}

/** Narrowest window: in a narrower one the difference of two sums is their rounding. */
const LEAST_REACH = 1e-6;

/** The line through the values is summed up once; the mean over any window is then a difference of two sums. */
function meanAround(at: Float64Array, values: Float64Array, half: number): Float64Array {
  const count = at.length;
  const sum = new Float64Array(count);
  for (let i = 1; i < count; i += 1) {
    sum[i] = sum[i - 1]! + ((values[i]! + values[i - 1]!) / 2) * (at[i]! - at[i - 1]!);
  }
  const result = new Float64Array(count);
  let low = 0;
  let high = 0;
  for (let i = 0; i < count; i += 1) {
    const reach = Math.min(half, at[i]! - at[0]!, at[count - 1]! - at[i]!);
    if (!(reach > LEAST_REACH)) {
      result[i] = values[i]!;
      continue;
    }
    const from = at[i]! - reach;
    const to = at[i]! + reach;
    // The window's ends never go back, so both pointers walk the stretch once.
    while (low < count - 2 && at[low + 1]! <= from) low += 1;
    while (high < count - 2 && at[high + 1]! < to) high += 1;
    result[i] = (sumUntil(at, values, sum, high, to) - sumUntil(at, values, sum, low, from)) / (2 * reach);
  }
  return result;
}

/** The sum under a line up to a point in the step that begins at `step`. */
export function sumUntil(
  at: Float64Array,
  values: Float64Array,
  sum: Float64Array,
  step: number,
  place: number,
): number {
  const width = at[step + 1]! - at[step]!;
  const into = place - at[step]!;
  const slope = width > 0 ? (values[step + 1]! - values[step]!) / width : 0;
  return sum[step]! + (values[step]! + (slope * into) / 2) * into;
}
