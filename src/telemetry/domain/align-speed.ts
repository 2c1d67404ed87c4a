import type { Alignment } from './align.ts';
import { Bridged, correlate, type Overlap } from './correlate.ts';
import { hasAny } from './derive.ts';
import { filterFixes } from './filter.ts';
import { speedFromDistance, speedFromPositions } from './motion.ts';
import type { Samples } from './recording.ts';
import { segmentsOf } from './segments.ts';
import { smooth } from './smooth.ts';

export interface SpeedAlignment {
  /** The alignment taken without asking: sure enough, and clearly ahead of every other. */
  readonly best: Alignment | null;
  /** Up to 5 alignments to choose from, the likeliest first; `best` is the first of them. */
  readonly candidates: readonly Alignment[];
  /** Reason why there is no best alignment. */
  readonly reason: NoSpeedAlignment | null;
}

/** `no-speed`: one recording has no speed; `unlike`: nowhere alike; `ambiguous`: such as laps that look the same. */
type NoSpeedAlignment = 'no-speed' | 'too-short' | 'constant-speed' | 'unlike' | 'ambiguous';

export interface Moving {
  readonly samples: Samples;
  readonly breaks: readonly number[];
}

const FINE_RATE = 10;
const LEAST_OVERLAP = 60;
/** Least variation of a speed in m/s: below it there is nothing to match. */
const LEAST_SPREAD = 0.4;
const SMOOTH_SECONDS = 2;
const LEAST_CONFIDENCE = 0.8;
const LEAST_CANDIDATE = 0.3;
/** Least lead of the best correlation over the next, in Fisher's measure: 0.97 is further ahead of 0.93 than 0.80 is of 0.70. */
const LEAST_LEAD = 0.28;
/** Likewise; a shallower dip is the slope of one peak. */
const LEAST_VALLEY = 0.15;
/** Seconds within which a peak may have a shoulder. */
const SHOULDER = 120;
const MOST_CANDIDATES = 5;
/** Seconds around a peak that belong to it. */
const NEIGHBOURHOOD = 12;
/** Seconds after which two speeds count as independent of each other. */
const MEMORY_SECONDS = 8;
/** Most pairs of the coarse pass: they take some tenths of a second. */
const MOST_PAIRS = 1e8;
/** Longest hole in seconds that is bridged. */
const LONGEST_HOLE = 5;

/** Places `a` on the timeline of `b` (time in b = time in a + offset) by when both were fast and slow. */
export function alignBySpeed(a: Moving, b: Moving): SpeedAlignment {
  const none = (reason: NoSpeedAlignment): SpeedAlignment => ({ best: null, candidates: [], reason });
  const [speedA, speedB] = [speedOf(a), speedOf(b)];
  if (speedA === null || speedB === null) return none('no-speed');
  const [fineA, fineB] = [resample(a, speedA), resample(b, speedB)];
  if (knownSeconds(fineA) < LEAST_OVERLAP || knownSeconds(fineB) < LEAST_OVERLAP) return none('too-short');
  if (spreadOf(fineA.values) < LEAST_SPREAD || spreadOf(fineB.values) < LEAST_SPREAD) return none('constant-speed');

  const candidates = findPeaks(fineA, fineB)
    .map((lag) => refine(fineA, fineB, lag))
    .filter(({ confidence }) => confidence >= LEAST_CANDIDATE)
    .toSorted((one, other) => other.confidence - one.confidence)
    .slice(0, MOST_CANDIDATES);
  const [first, second] = candidates;
  if (first === undefined || first.confidence < LEAST_CONFIDENCE) return { best: null, candidates, reason: 'unlike' };
  if (second !== undefined && fisher(first.confidence) - fisher(second.confidence) < LEAST_LEAD) {
    return { best: null, candidates, reason: 'ambiguous' };
  }
  return { best: first, candidates, reason: null };
}

/** Speed from positions, so that both recordings are measured alike; recorded, or from distance, only without them. */
function speedOf({ samples, breaks }: Moving): Float64Array | null {
  const { time, channels } = filterFixes(samples, undefined, breaks).samples;
  if (!hasAny(time)) return null;
  const { lat, lon, speed, distance } = channels;
  if (lat !== undefined && lon !== undefined && hasAny(lat)) {
    return smooth(speedFromPositions(lat, lon, time, breaks), time, SMOOTH_SECONDS, breaks);
  }
  if (speed !== undefined && hasAny(speed)) return smooth(speed, time, SMOOTH_SECONDS, breaks);
  return distance !== undefined && hasAny(distance) ? speedFromDistance(distance, time, breaks) : null;
}

/** Values at equal steps of time; NaN where nothing is known. */
interface Grid {
  readonly start: number;
  readonly rate: number;
  readonly values: Float64Array;
}

function resample({ samples: { time }, breaks }: Moving, speed: Float64Array): Grid {
  const known: number[] = [];
  for (let index = 0; index < time.length; index += 1) {
    if (!Number.isNaN(time[index]!) && !Number.isNaN(speed[index]!)) known.push(index);
  }
  if (known.length === 0) return { start: 0, rate: FINE_RATE, values: new Float64Array(0) };
  const start = time[known[0]!]!;
  const values = new Float64Array(Math.floor((time[known.at(-1)!]! - start) * FINE_RATE) + 1).fill(NaN);
  const segments = segmentsOf(time.length, breaks);
  let segment = 0;
  for (let at = 0; at < known.length - 1; at += 1) {
    const [from, to] = [known[at]!, known[at + 1]!];
    while (segments[segment]![1] <= from) segment += 1;
    const seconds = time[to]! - time[from]!;
    if (to >= segments[segment]![1] || !(seconds > 0) || seconds > LONGEST_HOLE) continue;
    const last = Math.floor((time[to]! - start) * FINE_RATE);
    for (let step = Math.ceil((time[from]! - start) * FINE_RATE); step <= last; step += 1) {
      const part = (start + step / FINE_RATE - time[from]!) / seconds;
      values[step] = speed[from]! + (speed[to]! - speed[from]!) * part;
    }
  }
  return { start, rate: FINE_RATE, values };
}

function knownSeconds({ values, rate }: Grid): number {
  let count = 0;
  for (const value of values) if (!Number.isNaN(value)) count += 1;
  return count / rate;
}

function spreadOf(values: Float64Array): number {
  let [count, sum, squares] = [0, 0, 0];
  for (const value of values) {
    if (Number.isNaN(value)) continue;
    count += 1;
    sum += value;
    squares += value * value;
  }
  return count === 0 ? 0 : Math.sqrt(Math.max(0, squares / count - (sum / count) ** 2));
}

/** The mean of every so many steps; NaN where most of them are unknown. */
function coarsen({ start, rate, values }: Grid, factor: number): Grid {
  const coarse = new Float64Array(Math.floor(values.length / factor)).fill(NaN);
  for (let at = 0; at < coarse.length; at += 1) {
    let [sum, count] = [0, 0];
    for (let step = at * factor; step < (at + 1) * factor; step += 1) {
      if (Number.isNaN(values[step]!)) continue;
      sum += values[step]!;
      count += 1;
    }
    if (count * 2 > factor) coarse[at] = sum / count;
  }
  return { start: start + (factor - 1) / 2 / rate, rate: rate / factor, values: coarse };
}

/** Tries every lag in steps of a second or more, and returns the best ones as lags in fine steps. */
function findPeaks(fineA: Grid, fineB: Grid): { lag: number; reach: number }[] {
  let factor = FINE_RATE;
  while ((fineA.values.length / factor) * (fineB.values.length / factor) > MOST_PAIRS) factor *= 2;
  const [a, b] = [coarsen(fineA, factor), coarsen(fineB, factor)];
  const [bridgedA, bridgedB] = [new Bridged(a.values), new Bridged(b.values)];
  const least = Math.ceil(LEAST_OVERLAP * a.rate);
  const scored: { lag: number; score: number }[] = [];
  for (let lag = least - a.values.length; lag <= b.values.length - least; lag += 1) {
    const overlap = bridgedA.correlate(bridgedB, lag);
    if (overlap.count >= least && isTelling(overlap)) scored.push({ lag, score: confidenceOf(overlap, a.rate) });
  }
  const isBesides = createValleyCheck(scored, Math.ceil(SHOULDER * a.rate));
  scored.sort((one, other) => other.score - one.score);
  const peaks: typeof scored = [];
  const apart = Math.max(2, Math.ceil(NEIGHBOURHOOD * a.rate));
  for (const one of scored) {
    if (peaks.length > MOST_CANDIDATES || one.score <= 0) break;
    if (peaks.every(({ lag }) => Math.abs(lag - one.lag) > apart && isBesides(one.lag, lag))) peaks.push(one);
  }
  return peaks.map(({ lag }) => ({ lag: lag * factor, reach: Math.ceil(factor * 1.5) }));
}

const fisher = (value: number): number => Math.atanh(Math.min(value, 0.999_999));

/** Whether there is a valley between a lag and a higher peak: without one the lag is a shoulder of that peak. */
function createValleyCheck(scored: readonly { readonly lag: number; readonly score: number }[], reach: number) {
  const first = scored[0]?.lag ?? 0;
  // A lag that could not be scored is a valley.
  const scores = new Float64Array((scored.at(-1)?.lag ?? 0) - first + 1);
  for (const { lag, score } of scored) scores[lag - first] = score;
  return (lag: number, peak: number): boolean => {
    if (Math.abs(lag - peak) > reach) return true;
    const floor = fisher(scores[lag - first]!) - LEAST_VALLEY;
    const step = Math.sign(peak - lag);
    for (let at = lag; at !== peak; at += step) if (fisher(scores[at - first]!) < floor) return true;
    return false;
  };
}

const isTelling = ({ spreadA, spreadB }: Overlap): boolean => spreadA >= LEAST_SPREAD && spreadB >= LEAST_SPREAD;

/**
 * The correlation less what chance could give over so short an overlap (two standard errors of Fisher's measure): a minute
 * that fits well proves less than an hour that does. Both speeds are in metres a second, so their levels have to agree too.
 */
function confidenceOf({ correlation, count, agreement }: Overlap, rate: number): number {
  const independent = count / rate / MEMORY_SECONDS;
  if (!(correlation > 0) || count < LEAST_OVERLAP * rate) return 0;
  const proven = Math.atanh(Math.min(correlation, 0.999_999)) - 2 / Math.sqrt(independent - 3);
  return Math.max(0, Math.tanh(proven)) * agreement;
}

/**
 * The lag to half a second by trying, then by the parabola that fits best around the peak: noise makes the peak jagged,
 * and its highest point is not its middle.
 */
function refine(a: Grid, b: Grid, { lag, reach }: { lag: number; reach: number }): Alignment {
  const at = (step: number) => correlate(a.values, b.values, step).correlation;
  let peak = lag;
  let highest = -Infinity;
  for (let tried = lag - reach; tried <= lag + reach; tried += 5) {
    const correlation = at(tried);
    if (correlation > highest) [peak, highest] = [tried, correlation];
  }
  const { shift, bend } = fitPeak(at, peak);
  const overlap = correlate(a.values, b.values, peak + Math.round(shift));
  const independent = Math.max(1, overlap.count / a.rate / MEMORY_SECONDS);
  // How far the peak could have moved under the remaining noise: flat peaks and short overlaps say little.
  const noise = Math.sqrt(Math.max(0, 1 - overlap.correlation ** 2) / independent / Math.max(1e-6, -bend)) / a.rate;
  return {
    offset: b.start - a.start + (peak + shift) / a.rate,
    method: 'speed',
    confidence: isTelling(overlap) ? confidenceOf(overlap, a.rate) : 0,
    uncertaintySeconds: Math.min(60, Math.max(0.05, noise)),
  };
}

const PEAK_STEPS = [-10, -8, -6, -4, -2, 0, 2, 4, 6, 8, 10] as const;

/** The top of the parabola through a second on either side, and how sharply it bends. */
function fitPeak(at: (step: number) => number, peak: number): { shift: number; bend: number } {
  const heights = PEAK_STEPS.map((step) => at(peak + step));
  const sum = (weigh: (step: number, height: number) => number) =>
    PEAK_STEPS.reduce<number>((total, step, index) => total + weigh(step, heights[index]!), 0);
  const squares = sum((step) => step ** 2);
  const fourths = sum((step) => step ** 4);
  const slope = sum((step, height) => step * height) / squares;
  const count = PEAK_STEPS.length;
  const curve =
    (count * sum((step, height) => step ** 2 * height) - squares * sum((_, height) => height)) /
    (count * fourths - squares ** 2);
  if (!(curve < 0)) return { shift: 0, bend: 0 };
  return { shift: Math.max(-10, Math.min(10, -slope / (2 * curve))), bend: 2 * curve };
}
