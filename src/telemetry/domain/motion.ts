import { distanceBetween, METRES_PER_DEGREE, shortestTurn } from './geo.ts';
import { segmentsOf } from './segments.ts';
import { sumUntil } from './smooth.ts';

/** Speed below which a runner stands: a pace would have no meaning. */
const SLOWEST_PACE_SPEED = 0.3;
/** Seconds on either side of a fix from which its speed is computed. */
const SPEED_REACH = 0.5;
/** Positions further apart in time than this do not tell the speed between them. */
const LONGEST_STEP = 30;
/** Seconds from which on two steps are far longer than a receiver's jitter: their lengths count, also around a bend. */
const LONG_STEP = 2;

/** Percent; what is steeper over the window is a wall, or a height that jumps. */
const MOST_GRADIENT = 200;

/** Seconds per metre. */
export function paceOf(speed: Float64Array): Float64Array {
  return speed.map((value) => (value >= SLOWEST_PACE_SPEED ? 1 / value : NaN));
}

/** Metres: what is nearer to the last place that counted may be the rounding of a receiver that writes many times a second. */
const LEAST_WAY = 1;

/**
 * Metres since the first position, in steps of at least a metre. Samples without a position get their share of the way;
 * a break adds none.
 */
export function distanceAlong(lat: Float64Array, lon: Float64Array, breaks: readonly number[]): Float64Array {
  const result = new Float64Array(lat.length).fill(NaN);
  let total = 0;
  for (const [from, to] of segmentsOf(lat.length, breaks)) {
    /** The place from which a step is measured, the way up to it, and the sample before. */
    let [start, counted, before] = [-1, total, -1];
    for (let index = from; index < to; index += 1) {
      if (Number.isNaN(lat[index]!) || Number.isNaN(lon[index]!)) continue;
      const step = start < 0 ? 0 : distanceBetween(lat[start]!, lon[start]!, lat[index]!, lon[index]!);
      const way = Math.max(total, counted + step);
      for (let between = before + 1; before >= 0 && between < index; between += 1) {
        result[between] = total + ((way - total) * (between - before)) / (index - before);
      }
      if (start < 0 || step >= LEAST_WAY) [start, counted] = [index, way];
      result[index] = way;
      total = way;
      before = index;
    }
  }
  return result;
}

/**
 * m/s at each fix: from the average position in the half second before to the one in the half second after. So jitter
 * at rest does not add up to a speed, and no fix gets the speed of another moment.
 */
export function speedFromPositions(
  lat: Float64Array,
  lon: Float64Array,
  time: Float64Array,
  breaks: readonly number[],
): Float64Array {
  const result = new Float64Array(lat.length).fill(NaN);
  const known = new Uint32Array(lat.length);
  for (const [from, to] of segmentsOf(lat.length, breaks)) {
    let count = 0;
    for (let index = from; index < to; index += 1) {
      if (Number.isNaN(lat[index]! + lon[index]! + time[index]!)) continue;
      // Two fixes at one moment: the first counts.
      if (count > 0 && time[index]! <= time[known[count - 1]!]!) continue;
      known[count] = index;
      count += 1;
    }
    if (count > 1) speedAlong(pathOf(lat, lon, time, known.subarray(0, count)), result);
  }
  return result;
}

/**
 * The fixes of a segment as metres east and north over time, and the sums of both, so that any mean is a difference.
 */
interface Path {
  readonly known: Uint32Array;
  readonly time: Float64Array;
  readonly x: Float64Array;
  readonly y: Float64Array;
  readonly sumX: Float64Array;
  readonly sumY: Float64Array;
}

function pathOf(lat: Float64Array, lon: Float64Array, times: Float64Array, known: Uint32Array): Path {
  const count = known.length;
  const [time, x, y] = [new Float64Array(count), new Float64Array(count), new Float64Array(count)];
  const [sumX, sumY] = [new Float64Array(count), new Float64Array(count)];
  time[0] = times[known[0]!]!;
  for (let at = 1; at < count; at += 1) {
    const a = known[at - 1]!;
    const b = known[at]!;
    // Step by step: a degree of longitude does not have the same length at both ends of a long ride.
    const width = Math.cos(((lat[a]! + lat[b]!) * Math.PI) / 360);
    time[at] = times[b]!;
    x[at] = x[at - 1]! + shortestTurn(lon[b]! - lon[a]!) * METRES_PER_DEGREE * width;
    y[at] = y[at - 1]! + (lat[b]! - lat[a]!) * METRES_PER_DEGREE;
    const half = (time[at]! - time[at - 1]!) / 2;
    sumX[at] = sumX[at - 1]! + (x[at]! + x[at - 1]!) * half;
    sumY[at] = sumY[at - 1]! + (y[at]! + y[at - 1]!) * half;
  }
  return { known, time, x, y, sumX, sumY };
}

function speedAlong({ known, time, x, y, sumX, sumY }: Path, result: Float64Array): void {
  const count = known.length;
  const [start, end] = [time[0]!, time[count - 1]!];
  const reach = Math.min(SPEED_REACH, (end - start) / 2);
  let low = 0;
  let here = 0;
  let high = 0;
  for (let at = 0; at < count; at += 1) {
    const step = time[Math.min(count - 1, at + 1)]! - time[Math.max(0, at - 1)]!;
    if (step > LONGEST_STEP) continue;
    const [behind, ahead] = [time[at]! - time[at - 1]!, time[at + 1]! - time[at]!];
    if (behind >= LONG_STEP && ahead >= LONG_STEP) {
      const [one, other] = [x[at]! - x[at - 1]!, y[at]! - y[at - 1]!];
      const [next, last] = [x[at + 1]! - x[at]!, y[at + 1]! - y[at]!];
      result[known[at]!] = (Math.hypot(one, other) / behind + Math.hypot(next, last) / ahead) / 2;
      continue;
    }
    // At the ends the nearest whole window is taken: over a shorter one the receiver's jitter would be the top speed.
    const now = Math.max(start + reach, Math.min(end - reach, time[at]!));
    while (low < count - 2 && time[low + 1]! <= now - reach) low += 1;
    while (here < count - 2 && time[here + 1]! <= now) here += 1;
    while (high < count - 2 && time[high + 1]! < now + reach) high += 1;
    const east =
      sumUntil(time, x, sumX, high, now + reach) -
      2 * sumUntil(time, x, sumX, here, now) +
      sumUntil(time, x, sumX, low, now - reach);
    const north =
      sumUntil(time, y, sumY, high, now + reach) -
      2 * sumUntil(time, y, sumY, here, now) +
      sumUntil(time, y, sumY, low, now - reach);
    result[known[at]!] = Math.sqrt(east * east + north * north) / (reach * reach);
  }
}

/** m/s from a recorded distance, for an indoor run without positions or speed. */
export function speedFromDistance(distance: Float64Array, time: Float64Array, breaks: readonly number[]): Float64Array {
  const result = new Float64Array(distance.length).fill(NaN);
  for (const [from, to] of segmentsOf(distance.length, breaks)) {
    const known: number[] = [];
    for (let index = from; index < to; index += 1) {
      if (!Number.isNaN(distance[index]!) && !Number.isNaN(time[index]!)) known.push(index);
    }
    known.forEach((index, at) => {
      const before = known[Math.max(0, at - 1)]!;
      const after = known[Math.min(known.length - 1, at + 1)]!;
      const seconds = time[after]! - time[before]!;
      if (seconds > 0 && seconds <= LONGEST_STEP) result[index] = (distance[after]! - distance[before]!) / seconds;
    });
  }
  return result;
}

/** Percent, over a window of so many metres around each sample; NaN where less than half of it is known. */
export function gradientOf(
  elevation: Float64Array,
  distance: Float64Array,
  metres: number,
  breaks: readonly number[],
): Float64Array {
  const result = new Float64Array(elevation.length).fill(NaN);
  const all = new Uint32Array(elevation.length);
  for (const [from, to] of segmentsOf(elevation.length, breaks)) {
    let count = 0;
    for (let index = from; index < to; index += 1) {
      if (Number.isNaN(elevation[index]! + distance[index]!)) continue;
      all[count] = index;
      count += 1;
    }
    if (count < 2) continue;
    const known = all.subarray(0, count);
    const start = distance[known[0]!]!;
    const end = distance[known[count - 1]!]!;
    let low = 0;
    let high = 0;
    for (const index of known) {
      const back = Math.max(start, distance[index]! - metres / 2);
      const ahead = Math.min(end, distance[index]! + metres / 2);
      while (low < count - 2 && distance[known[low + 1]!]! <= back) low += 1;
      while (high < count - 2 && distance[known[high + 1]!]! < ahead) high += 1;
      if (ahead - back < metres / 2) continue;
      const climb = heightAt(elevation, distance, known, high, ahead) - heightAt(elevation, distance, known, low, back);
      const percent = (climb / (ahead - back)) * 100;
      if (Math.abs(percent) <= MOST_GRADIENT) result[index] = percent;
    }
  }
  return result;
}

function heightAt(
  elevation: Float64Array,
  distance: Float64Array,
  known: Uint32Array,
  at: number,
  place: number,
): number {
  const a = known[at]!;
  const b = known[at + 1]!;
  const step = distance[b]! - distance[a]!;
  const part = step > 0 ? Math.max(0, Math.min(1, (place - distance[a]!) / step)) : 0;
  return elevation[a]! + (elevation[b]! - elevation[a]!) * part;
}
