import { shortestTurn } from './geo.ts';
import { segmentsOf } from './segments.ts';

export interface Place {
  readonly lat: number;
  readonly lon: number;
}

/** Finds the values at a time. Between samples it interpolates; in a hole between segments there are none. */
export interface Timeline {
  /** The first and last time; NaN both when no sample has one. */
  readonly start: number;
  readonly end: number;
  /** The last sample at or before a time; -1 before the first. */
  indexAt(time: number): number;
  /** The sample whose time is nearest; -1 when no sample has a time. */
  nearestIndex(time: number): number;
  /** NaN outside the recording, in a break, and where nothing was measured on either side. */
  valueAt(values: Float64Array, time: number): number;
  placeAt(lat: Float64Array, lon: Float64Array, time: number): Place | null;
}

export function createTimeline(time: Float64Array, breaks: readonly number[] = [0]): Timeline {
  const timed = new Uint32Array(time.length);
  let count = 0;
  for (let index = 0; index < time.length; index += 1) if (!Number.isNaN(time[index]!)) timed[count++] = index;
  const sampleOf = (at: number) => timed[at]!;
  const segmentStarts = Uint32Array.from(segmentsOf(time.length, breaks), ([from]) => from);
  const start = count === 0 ? NaN : time[sampleOf(0)]!;
  const end = count === 0 ? NaN : time[sampleOf(count - 1)]!;

  /** The number of timed samples at or before a moment. */
  const countUntil = (moment: number) => {
    let low = 0;
    let high = count;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (time[sampleOf(middle)]! <= moment) low = middle + 1;
      else high = middle;
    }
    return low;
  };
  const isTogether = (a: number, b: number) => !hasBetween(segmentStarts, a, b);

  /** The known neighbours of a moment and its share of the way between them; null where there is none. */
  const around = (values: Float64Array, moment: number): [before: number, after: number, part: number] | null => {
    if (!(moment >= start) || !(moment <= end)) return null;
    let before = countUntil(moment) - 1;
    if (time[sampleOf(before)] === moment && !Number.isNaN(values[sampleOf(before)]!)) {
      return [sampleOf(before), sampleOf(before), 0];
    }
    let after = before + 1;
    while (before >= 0 && Number.isNaN(values[sampleOf(before)]!)) before -= 1;
    while (after < count && Number.isNaN(values[sampleOf(after)]!)) after += 1;
    if (before < 0 || after >= count) return null;
    const [a, b] = [sampleOf(before), sampleOf(after)];
    return isTogether(a, b) ? [a, b, (moment - time[a]!) / (time[b]! - time[a]!)] : null;
  };

  return {
    start,
    end,
    indexAt: (moment) => {
      const until = countUntil(moment);
      return until === 0 ? -1 : sampleOf(until - 1);
    },
    nearestIndex: (moment) => {
      if (count === 0) return -1;
      const until = countUntil(moment);
      const [a, b] = [sampleOf(Math.max(0, until - 1)), sampleOf(Math.min(count - 1, until))];
      return moment - time[a]! <= time[b]! - moment ? a : b;
    },
    valueAt: (values, moment) => {
      const found = around(values, moment);
      if (found === null) return NaN;
      const [a, b, part] = found;
      return values[a]! + (values[b]! - values[a]!) * part;
    },
    placeAt: (lat, lon, moment) => {
      const found = around(lat, moment);
      if (found === null) return null;
      const [a, b, part] = found;
      return {
        lat: lat[a]! + (lat[b]! - lat[a]!) * part,
        lon: shortestTurn(lon[a]! + shortestTurn(lon[b]! - lon[a]!) * part),
      };
    },
  };
}

/** Whether a segment starts after `a` and up to `b`. */
function hasBetween(starts: Uint32Array, a: number, b: number): boolean {
  let low = 0;
  let high = starts.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (starts[middle]! <= a) low = middle + 1;
    else high = middle;
  }
  return low < starts.length && starts[low]! <= b;
}

/** The samples of a stretch of time, both ends included; null when there is none in it. */
export function sectionBetween(time: Float64Array, from: number, to: number): Section | null {
  let first = -1;
  let last = -1;
  for (let index = 0; index < time.length; index += 1) {
    if (!(time[index]! >= from && time[index]! <= to)) continue;
    if (first < 0) first = index;
    last = index;
  }
  return first < 0 ? null : { first, last };
}

/** Indices of samples, both included. */
export interface Section {
  readonly first: number;
  readonly last: number;
}
