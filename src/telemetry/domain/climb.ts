import { smooth } from './smooth.ts';

/** Indices within one segment, both included. */
export type Stretch = [from: number, to: number];

/** Metres by which heights have to change before they count, with the best sensor. */
const LEAST_CLIMB = 1.5;
/** Heights in whole metres come from satellites: they wander by this much. Half of their own step is added to it. */
const SATELLITE_CLIMB = 10.5;
/** Metres over which a sensor's noise is told from the ground. */
const NOISE_WINDOW = 60;
/** A change counts when it is so many times as large as the noise usually is. */
const NOISES = 30;
const LEAST_VALUES = 60;
const MOST_COMPARED = 20_000;

/**
 * Metres by which heights have to change before they count, or the sensor's noise alone would climb mountains: the noise
 * is what a wider window takes away. `heights` are the smoothed ones; `axis` is the distance, or else the time.
 */
export function leastClimbOf(
  recorded: Float64Array,
  heights: Float64Array,
  axis: Float64Array,
  breaks: readonly number[],
): number {
  const known = recorded.filter((height) => !Number.isNaN(height));
  if (known.length < LEAST_VALUES) return LEAST_CLIMB;
  if (known.every(Number.isInteger)) return SATELLITE_CLIMB;
  const wider = smooth(heights, axis, NOISE_WINDOW, breaks);
  // The middle of some thousand tells as much as that of all.
  const step = Math.ceil(heights.length / MOST_COMPARED);
  const noise = Float64Array.from({ length: Math.floor(heights.length / step) }, (_, at) =>
    Math.abs(heights[at * step]! - wider[at * step]!),
  )
    .filter((value) => !Number.isNaN(value))
    .sort();
  return Math.min(SATELLITE_CLIMB, Math.max(LEAST_CLIMB, NOISES * (noise[noise.length >> 1] ?? 0)));
}

/** The climb from turning point to turning point; one that is undone again before it has changed much is none. */
export function climbOf(elevation: Float64Array | null, least: number, stretches: readonly Stretch[]) {
  if (elevation === null) return null;
  let [ascent, descent] = [0, 0];
  let isKnown = false;
  const count = (change: number) => {
    if (change >= least) ascent += change;
    else if (change <= -least) descent -= change;
  };
  for (const [from, to] of stretches) {
    let [turn, low, high, direction] = [NaN, Infinity, -Infinity, 0];
    for (let index = from; index <= to; index += 1) {
      const height = elevation[index]!;
      if (Number.isNaN(height)) continue;
      if (Number.isNaN(turn)) turn = height;
      low = Math.min(low, height);
      high = Math.max(high, height);
      if (direction >= 0 && high - height >= least) {
        count(high - turn);
        [turn, low, direction] = [high, height, -1];
      } else if (direction <= 0 && height - low >= least) {
        count(low - turn);
        [turn, high, direction] = [low, height, 1];
      }
    }
    if (Number.isNaN(turn)) continue;
    isKnown = true;
    count((direction < 0 ? low : high) - turn);
  }
  return isKnown ? { ascent, descent } : null;
}
