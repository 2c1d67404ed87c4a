import { DEFAULT_FILTER, filterFixes, type FilterSettings } from '../filter.ts';
import { distanceAlong } from '../motion.ts';
import { type Samples, sampleCount } from '../recording.ts';
import { segmentsOf } from '../segments.ts';

/** The parts of a run that a comparison needs: its good fixes that have a time, and the distance at each. */
export interface Track {
  /** Seconds on the run's own timeline. */
  readonly time: Float64Array;
  readonly lat: Float64Array;
  readonly lon: Float64Array;
  /** Metres from the first fix. */
  readonly distance: Float64Array;
  /** Fixes where a new segment begins; no crossing is found across. */
  readonly breaks: readonly number[];
  /** m/s as recorded, with holes; null without a record. */
  readonly speed: Float64Array | null;
  /** Metres by which a fix is usually off, by what the receiver says of it. */
  readonly accuracy: number;
  /** The sample that each fix came from. */
  readonly index: Uint32Array;
}

export function trackOf(samples: Samples, breaks: readonly number[], filter: FilterSettings = DEFAULT_FILTER): Track {
  const { time, channels } = filterFixes(samples, filter, breaks).samples;
  const kept: number[] = [];
  const starts: number[] = [];
  for (const [from, to] of segmentsOf(sampleCount(samples), breaks)) {
    const before = kept.length;
    for (let index = from; index < to; index += 1) {
      const isKnown = !Number.isNaN(time[index]!) && !Number.isNaN(channels.lat?.[index] ?? NaN);
      // Two fixes at one moment: the first counts, because a step in no time has no speed.
      if (isKnown && !(kept.length > before && time[index]! <= time[kept.at(-1)!]!)) kept.push(index);
    }
    if (kept.length > before) starts.push(before);
  }
  const pick = (values: Float64Array | undefined) => Float64Array.from(kept, (index) => values![index]!);
  const lat = pick(channels.lat);
  const lon = pick(channels.lon);
  return {
    time: pick(time),
    lat,
    lon,
    distance: distanceAlong(lat, lon, starts),
    breaks: starts,
    speed: channels.speed === undefined ? null : pick(channels.speed),
    accuracy: accuracyOf(kept, channels.precision),
    index: Uint32Array.from(kept),
  };
}

/** Metres for each unit of dilution, of a receiver without corrections. */
const METRES_A_DILUTION = 3;
const USUAL_ACCURACY = 4;
const LEAST_ACCURACY = 1;
const MOST_ACCURACY = 15;

function accuracyOf(kept: readonly number[], precision: Float64Array | undefined): number {
  const known = Float64Array.from(kept, (index) => precision?.[index] ?? NaN).filter((value) => value > 0);
  if (known.length === 0) return USUAL_ACCURACY;
  const middle = known.sort()[known.length >> 1]!;
  return Math.max(LEAST_ACCURACY, Math.min(MOST_ACCURACY, middle * METRES_A_DILUTION));
}

/** The last fix at or before a value, but never the very last: the fix and the next one are the ends of the step. */
export function stepAt(values: Float64Array, value: number): number {
  let low = 0;
  let high = values.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >>> 1;
    if (values[middle]! <= value) low = middle;
    else high = middle - 1;
  }
  return Math.max(0, Math.min(low, values.length - 2));
}

/** The line through (`from`, `to`) at a value of `from`; `from` never goes back. Outside, the value at the end. */
export function interpolate(from: Float64Array, to: Float64Array, value: number): number {
  if (from.length < 2) return to[0] ?? NaN;
  const step = stepAt(from, value);
  const width = from[step + 1]! - from[step]!;
  const part = width > 0 ? Math.max(0, Math.min(1, (value - from[step]!) / width)) : 0;
  return to[step]! + (to[step + 1]! - to[step]!) * part;
}
