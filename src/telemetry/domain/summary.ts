import { climbOf, type Stretch } from './climb.ts';
import { DEFAULT_SETTINGS, derive, type DeriveSettings, type Series } from './derive.ts';
import type { Samples } from './recording.ts';
import { createTimeline, type Section } from './timeline.ts';
import { segmentsOf } from './segments.ts';

export interface MeanAndMax {
  readonly mean: number;
  readonly max: number;
}

/** The figures of a run or of a section of it. Null: not known; nothing is guessed. */
export interface Summary {
  /** Metres. */
  readonly distance: number | null;
  /** Seconds from the first to the last sample. */
  readonly duration: number | null;
  /** Seconds in motion. */
  readonly moving: number | null;
  /** Metres up and down, without the noise of the sensor. */
  readonly ascent: number | null;
  readonly descent: number | null;
  /** m/s: the mean is over the time in motion, the maximum after smoothing. */
  readonly speed: MeanAndMax | null;
  readonly heartRate: MeanAndMax | null;
  /** The mean is over the time in which something was measured, as recorders compute it. */
  readonly cadence: MeanAndMax | null;
  readonly power: MeanAndMax | null;
  /** Watts that would have been as hard if held evenly: the fourth-power mean of half a minute's means. */
  readonly normalisedPower: number | null;
  readonly temperature: MeanAndMax | null;
  /** Metres, the lowest and highest. */
  readonly lowest: number | null;
  readonly highest: number | null;
}

export function summarise(
  samples: Samples,
  breaks: readonly number[],
  section?: Section,
  settings: DeriveSettings = DEFAULT_SETTINGS,
): Summary {
  return summariseSeries(derive(samples, breaks, settings), section);
}

/** Speed below which the rider stands. */
const MOVING_SPEED = 0.5;
/** Longest step in seconds for which the speeds at its ends count: in a longer one the recorder paused. */
const LONGEST_STEP = 10;
/** Window of normalised power, in seconds. */
const POWER_WINDOW = 30;

/** `summarise` over derived series, for a section that changes while the user drags it. */
export function summariseSeries(series: Series, section?: Section): Summary {
  const first = Math.max(0, section?.first ?? 0);
  const last = Math.min(series.time.length - 1, section?.last ?? series.time.length - 1);
  const stretches = segmentsOf(series.time.length, series.breaks)
    .map(([from, to]): Stretch => [Math.max(from, first), Math.min(to - 1, last)])
    .filter(([from, to]) => from <= to);
  const distance = series.distance === null ? null : spanOf(series.distance, first, last);
  const moving = movingOf(series, stretches);
  const climb = climbOf(series.elevation, series.leastClimb, stretches);
  const heights = series.elevation === null ? null : extremesOf(series.elevation, first, last);
  const { heartRate, cadence, power, temperature } = series.recorded;
  const figures = (values: Float64Array | undefined) => meanAndMax(values, series.time, stretches);
  const speed = figures(series.speed ?? undefined);
  return {
    distance,
    duration: spanOf(series.time, first, last),
    moving: moving?.seconds ?? null,
    ascent: climb?.ascent ?? null,
    descent: climb?.descent ?? null,
    speed: speed === null ? null : { mean: moving?.mean ?? speed.mean, max: moving?.max ?? speed.max },
    heartRate: figures(heartRate),
    cadence: figures(cadence?.map((value) => (value > 0 ? value : NaN))),
    power: figures(power),
    normalisedPower: power === undefined ? null : normalise(power, series, first, last),
    temperature: figures(temperature),
    lowest: heights?.least ?? null,
    highest: heights?.most ?? null,
  };
}

/** Span of a channel from the first known value to the last. */
function spanOf(values: Float64Array, first: number, last: number): number | null {
  let [from, to] = [first, last];
  while (from <= last && Number.isNaN(values[from]!)) from += 1;
  while (to > from && Number.isNaN(values[to]!)) to -= 1;
  return from > to ? null : values[to]! - values[from]!;
}

function extremesOf(values: Float64Array, first: number, last: number) {
  let [least, most] = [Infinity, -Infinity];
  for (let index = first; index <= last; index += 1) {
    if (values[index]! < least) least = values[index]!;
    if (values[index]! > most) most = values[index]!;
  }
  return most === -Infinity ? null : { least, most };
}

/**
 * Seconds in motion, and the mean and the greatest speed of one and the same line: the speed between its samples, and over
 * a pause of the recorder, where the speeds at its ends say nothing, the way that was made. So no mean exceeds the maximum.
 */
function movingOf({ time, speed, distance }: Series, stretches: readonly Stretch[]) {
  if (speed === null) return null;
  let [seconds, metres, most] = [0, 0, 0];
  for (const [from, to] of stretches) {
    let before = -1;
    for (let index = from; index <= to; index += 1) {
      if (Number.isNaN(time[index]! + speed[index]!)) continue;
      if (speed[index]! > most) most = speed[index]!;
      if (before >= 0) {
        const step = time[index]! - time[before]!;
        const way = distance === null || step <= LONGEST_STEP ? NaN : distance[index]! - distance[before]!;
        const gone = Number.isNaN(way) ? ((speed[index]! + speed[before]!) / 2) * step : way;
        if (step > 0 && gone / step >= MOVING_SPEED) {
          seconds += step;
          metres += gone;
          if (!Number.isNaN(way) && way / step > most) most = way / step;
        }
      }
      before = index;
    }
  }
  return { seconds, mean: seconds > 0 ? metres / seconds : null, max: most };
}

/**
 * Mean and maximum of a channel. Each value counts for as long as it lasted; without times all count alike. In a recording
 * with times a point without one may be of another day, and counts in no figure.
 */
function meanAndMax(
  values: Float64Array | undefined,
  time: Float64Array,
  stretches: readonly Stretch[],
): MeanAndMax | null {
  if (values === undefined) return null;
  const isTimed = hasTimes(time);
  let [weighed, seconds, sum, count, max] = [0, 0, 0, 0, -Infinity];
  for (const [from, to] of stretches) {
    let before = -1;
    for (let index = from; index <= to; index += 1) {
      const value = values[index]!;
      if (Number.isNaN(value) || (isTimed && Number.isNaN(time[index]!))) continue;
      sum += value;
      count += 1;
      if (value > max) max = value;
      const step = before < 0 ? NaN : time[index]! - time[before]!;
      if (step <= LONGEST_STEP) {
        weighed += ((value + values[before]!) / 2) * step;
        seconds += step;
      }
      before = index;
    }
  }
  if (count === 0) return null;
  return { mean: seconds > 0 ? weighed / seconds : sum / count, max };
}

/** Whether most points have a time. */
function hasTimes(time: Float64Array): boolean {
  let count = 0;
  for (let index = 0; index < time.length; index += 1) if (!Number.isNaN(time[index]!)) count += 1;
  return count * 2 > time.length;
}

function normalise(power: Float64Array, { time, breaks }: Series, first: number, last: number): number | null {
  const timeline = createTimeline(time, breaks);
  const span = spanOf(time, first, last);
  if (span === null || !(span >= POWER_WINDOW)) return null;
  const start = time.subarray(first, last + 1).find((value) => !Number.isNaN(value))!;
  const watts: number[] = [];
  let [window, sum, count] = [0, 0, 0];
  for (let second = 0; second <= span; second += 1) {
    const value = timeline.valueAt(power, start + second);
    // A pause is neither effort nor rest: the values before and after it are joined.
    if (Number.isNaN(value)) continue;
    watts.push(value);
    window += value;
    if (watts.length > POWER_WINDOW) window -= watts[watts.length - 1 - POWER_WINDOW]!;
    if (watts.length < POWER_WINDOW) continue;
    sum += (window / POWER_WINDOW) ** 4;
    count += 1;
  }
  return count === 0 ? null : (sum / count) ** 0.25;
}
