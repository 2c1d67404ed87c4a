import { epochMs } from '../../domain/units.ts';
import { type Activity, type ActivityStart, groupActivities } from './activities.ts';
import { type Channel, isPlausible, readBoundsOf } from './channels.ts';
import type { ClockFact, ClockMethod, Lap, ReadWarning, Samples } from './recording.ts';
import { orderSegments, settleTimes } from './time-order.ts';
import { MAX_BREAKS, MAX_CLOCKS, MAX_LAPS, MAX_SAMPLES } from '../../domain/limits.ts';

/** Most samples of a file; a larger one is refused: the columns alone would take hundreds of megabytes. */
export const MOST_READ = 4_000_000;
/** Activities of a file; a device keeps some dozens in one. */
const MOST_ACTIVITIES = 1_000;
const YEAR_2100 = 4_102_444_800_000;

export interface Collected {
  readonly samples: Samples;
  readonly breaks: readonly number[];
  readonly warnings: readonly ReadWarning[];
  /** The file's own clock at time 0 of the samples, in seconds; NaN without times. */
  readonly start: number;
  /** The recordings of a file that holds several; none where it is one, or where one of them was asked for. */
  readonly activities: readonly Activity[];
}

export interface Collector {
  readonly count: () => number;
  /** Begins a sample, at a time in seconds by the file's own clock, or NaN; values set afterwards belong to it. */
  add(time: number): void;
  /** NaN is passed over; a value that is not plausible is skipped and counted. */
  set(channel: Channel, value: number): void;
  /** Writer for one channel: in a table the channels of the columns are found once, not for each cell. */
  writerOf(channel: Channel): (value: number) => void;
  /** Returns whether the values are a position on earth. */
  setPosition(lat: number, lon: number): boolean;
  skipValue(): void;
  startSegment(): void;
  /** Begins a segment and an activity: one far from the others is a recording of its own. */
  startActivity(name: string | null): void;
  /** Begins a segment with the first sample that is not before this time. */
  startSegmentAt(time: number): void;
  /** Drops these channels where all of them hold nothing but zeros: they were not measured. */
  forgetZeros(channels: readonly Channel[]): void;
  /** Takes back these values of the samples from this one on. */
  forgetFrom(index: number, channels: readonly Channel[]): void;
  /** Multiplies the values of these samples in a channel: only later it is known in which unit they were. */
  scaleAt(samples: readonly number[], channel: Channel, factor: number): void;
  /** Moves times before this moment: they were counted from another zero. */
  moveTimesBefore(time: number, by: number): void;
  /** Drops times before this moment: they are on another clock than the rest. */
  forgetTimesBefore(time: number): void;
  /** All of it, or one of its recordings. */
  finish(activity?: number): Collected;
}

/** A channel and what is plausible in it; null before its first value. */
interface Column {
  readonly least: number;
  readonly most: number;
  values: Float64Array<ArrayBuffer> | null;
  /** Values that were left out. */
  beyond: number;
}

/** Gathers samples as a reader finds them, and turns them into a valid recording. */
export function createCollector(): Collector {
  let count = 0;
  let capacity = 1_024;
  let time = new Float64Array(capacity);
  const columns = new Map<Channel, Column>();
  const breaks = [0];
  const starts: ActivityStart[] = [];
  let valuesSkipped = 0;

  const grow = () => {
    capacity *= 2;
    time = enlarge(time, capacity);
    for (const column of columns.values()) column.values &&= enlarge(column.values, capacity);
  };
  const columnOf = (channel: Channel): Column => {
    const known = columns.get(channel);
    if (known !== undefined) return known;
    const [least, most] = readBoundsOf(channel);
    const column = { least, most, values: null, beyond: 0 };
    columns.set(channel, column);
    return column;
  };
  const put = (column: Column, value: number) => {
    if (!(value >= column.least && value <= column.most)) {
      if (!Number.isNaN(value)) column.beyond += 1;
      return;
    }
    column.values ??= new Float64Array(capacity).fill(NaN);
    column.values[count - 1] = value;
  };

  return {
    count: () => count,
    add(at) {
      if (count === capacity) grow();
      time[count] = Number.isFinite(at) ? at : NaN;
      count += 1;
    },
    set: (channel, value) => put(columnOf(channel), value),
    writerOf(channel) {
      const column = columnOf(channel);
      return (value) => put(column, value);
    },
    setPosition(lat, lon) {
      if (!isPlausible('lat', lat) || !isPlausible('lon', lon)) return false;
      put(columnOf('lat'), lat);
      put(columnOf('lon'), lon);
      return true;
    },
    skipValue() {
      valuesSkipped += 1;
    },
    startSegment() {
      if (breaks.at(-1) !== count) breaks.push(count);
    },
    startActivity(name) {
      if (breaks.at(-1) !== count) breaks.push(count);
      if (starts.length < MOST_ACTIVITIES) starts.push({ at: count, name });
    },
    startSegmentAt(moment) {
      const at = time.subarray(0, count).findIndex((value) => value >= moment);
      if (at < 1 || breaks.includes(at)) return;
      breaks.push(at);
      breaks.sort((a, b) => a - b);
    },
    forgetZeros(channels) {
      const isZero = (value: number) => value === 0 || Number.isNaN(value);
      if (!channels.every((channel) => columns.get(channel)?.values?.every(isZero) ?? true)) return;
      for (const channel of channels) columns.delete(channel);
    },
    forgetFrom(index, channels) {
      for (const channel of channels) columns.get(channel)?.values?.fill(NaN, index);
    },
    scaleAt(samples, channel, factor) {
      const values = columns.get(channel)?.values ?? null;
      if (values !== null) for (const sample of samples) values[sample]! *= factor;
    },
    moveTimesBefore(moment, by) {
      for (let at = 0; at < count; at += 1) if (time[at]! < moment) time[at]! += by;
    },
    forgetTimesBefore(moment) {
      for (let at = 0; at < count; at += 1) if (time[at]! < moment) time[at] = NaN;
    },
    finish(activity) {
      const beyond = [...columns].flatMap(([channel, column]): ReadWarning[] =>
        column.beyond === 0 ? [] : [{ code: 'beyond-limits', count: column.beyond, detail: channel }],
      );
      const channels = [...columns].flatMap(([channel, { values }]) =>
        values === null ? [] : [[channel, values.subarray(0, count)] as const],
      );
      const withoutHeight = dropZeroHeights(columns.get('elevation')?.values?.subarray(0, count));
      const gathered = { time: time.subarray(0, count), channels: Object.fromEntries(channels) };
      // Segments that were announced and got no sample are dropped.
      const segments = breaks.filter((at) => at < count || at === 0);
      const groups = starts.length < 2 ? [] : groupActivities(gathered.time, starts);
      const asked = activity === undefined ? undefined : groups[activity];
      const taken =
        asked === undefined ? { samples: gathered, breaks: segments } : takeParts(gathered, segments, asked.parts);
      const skipped: ReadWarning[] = valuesSkipped > 0 ? [{ code: 'values-skipped', count: valuesSkipped }] : [];
      const activities = asked !== undefined || groups.length < 2 ? [] : groups;
      const heights: ReadWarning[] = withoutHeight > 0 ? [{ code: 'heights-missing', count: withoutHeight }] : [];
      return { ...settle(taken, [...skipped, ...beyond, ...heights]), activities };
    },
  };
}

/** Metres from a height of 0 to the next one that no step of a ride climbs. */
const HIGH_ABOVE_ZERO = 30;

/** A receiver without a height writes 0: nobody rides from the sea to 30 m in one step. Returns how many were taken out. */
function dropZeroHeights(heights: Float64Array | undefined): number {
  if (heights === undefined) return 0;
  let [dropped, zeros, before] = [0, 0, NaN];
  const drop = (end: number) => {
    for (let at = end - 1; zeros > 0 && at >= 0; at -= 1) {
      if (heights[at] !== 0) continue;
      heights[at] = NaN;
      zeros -= 1;
      dropped += 1;
    }
  };
  for (let at = 0; at < heights.length; at += 1) {
    const height = heights[at]!;
    if (Number.isNaN(height)) continue;
    if (height === 0) {
      zeros += 1;
      continue;
    }
    const isHigh = Math.abs(height) > HIGH_ABOVE_ZERO && !(Math.abs(before) <= HIGH_ABOVE_ZERO);
    if (zeros > 0 && isHigh) drop(at);
    zeros = 0;
    before = height;
  }
  if (zeros > 0 && Math.abs(before) > HIGH_ABOVE_ZERO) drop(heights.length);
  return dropped;
}

function enlarge(values: Float64Array, capacity: number): Float64Array<ArrayBuffer> {
  const larger = new Float64Array(capacity);
  larger.set(values);
  larger.fill(NaN, values.length);
  return larger;
}

/** These stretches of the samples alone, with the segments in them. */
function takeParts(
  samples: Samples,
  breaks: readonly number[],
  parts: readonly (readonly [number, number])[],
): Segmented {
  const rows = new Int32Array(parts.reduce((sum, [from, to]) => sum + to - from, 0));
  const starts: number[] = [];
  let to = 0;
  for (const [from, end] of parts) {
    starts.push(to, ...breaks.filter((at) => at > from && at < end).map((at) => at - from + to));
    for (let row = from; row < end; row += 1) rows[to++] = row;
  }
  return { samples: pick(samples, rows), breaks: starts };
}

function settle({ samples, breaks }: Segmented, skipped: readonly ReadWarning[]): Omit<Collected, 'activities'> {
  const warnings = [...skipped];
  const ordered = inOrder(samples, breaks);
  const time = ordered.samples.time;

  let untimed = 0;
  for (let at = 0; at < time.length; at += 1) if (Number.isNaN(time[at])) untimed += 1;
  const { far, back, mended, jump } = settleTimes(time);

  const thinned = thin(ordered.samples, ordered.breaks);
  const start = thinned.samples.time.find((value) => !Number.isNaN(value)) ?? NaN;
  const own = thinned.samples.time;
  for (let at = 0; at < own.length; at += 1) own[at] = sinceStart(own[at]!, start);

  if (back > 0) warnings.push({ code: 'times-went-back', count: back });
  if (mended > 0) warnings.push({ code: 'times-mended', count: mended });
  if (far > 0) warnings.push({ code: 'times-far-apart', count: far });
  if (jump > 0) warnings.push({ code: 'clock-jumped', count: Math.round(jump) });
  if (untimed > 0) warnings.push({ code: 'points-without-time', count: untimed });
  if (samples.channels.lat === undefined) warnings.push({ code: 'no-positions' });
  if (thinned.step > 1) warnings.push({ code: 'samples-thinned', count: thinned.step });
  return { ...thinned, warnings, start };
}

/** Rounded to the microsecond: a double of seconds since 1970 is no finer, and 75.934 must read as it was written. */
const sinceStart = (time: number, start: number): number => Math.round((time - start) * 1e6) / 1e6;

interface Segmented {
  readonly samples: Samples;
  readonly breaks: readonly number[];
}

function inOrder(samples: Samples, breaks: readonly number[]): Segmented {
  const order = orderSegments(samples.time, breaks);
  if (order === null) return { samples: pick(samples, null), breaks };
  const rows = new Int32Array(samples.time.length);
  const newBreaks: number[] = [];
  let to = 0;
  for (const segment of order) {
    newBreaks.push(to);
    const end = breaks[segment + 1] ?? samples.time.length;
    for (let from = breaks[segment]!; from < end; from += 1) rows[to++] = from;
  }
  return { samples: pick(samples, rows), breaks: newBreaks };
}

function thin({ time, channels }: Samples, breaks: readonly number[]): Segmented & { readonly step: number } {
  const step = Math.ceil(time.length / MAX_SAMPLES);
  const kept = breaks.slice(0, MAX_BREAKS);
  if (step <= 1) return { samples: { time, channels }, breaks: kept, step: 1 };
  const rows = Int32Array.from({ length: Math.ceil(time.length / step) }, (_, row) => row * step);
  const moved = [...new Set(kept.map((at) => Math.ceil(at / step)))].filter((at) => at < rows.length);
  return { samples: pick({ time, channels }, rows), breaks: moved, step };
}

/** Copies the columns, so that their spare memory is released. */
function pick({ time, channels }: Samples, rows: Int32Array | null): Samples {
  const take = (values: Float64Array) =>
    rows === null ? values.slice() : Float64Array.from(rows, (row) => values[row]!);
  const picked = Object.entries(channels).map(([channel, values]) => [channel, take(values)]);
  return { time: take(time), channels: Object.fromEntries(picked) };
}

const MOST_NAME = 80;

/** A name from a file, as it can be stored and shown on one line; null when nothing is left of it. */
export function toName(written: string | null | undefined): string | null {
  // Lone surrogates, which no database takes, are dropped with the control characters.
  const name = (written ?? '').slice(0, 1_000).replaceAll(/[\p{Control}\p{Surrogate}\s]+/gu, ' ');
  return [...name.trim()].slice(0, MOST_NAME).join('').trim() || null;
}

/** Laps by the file's own clock, moved to the recording's timeline; those beside all of its samples are of another. */
export function placeLaps(laps: readonly Lap[], start: number, time: Float64Array): Lap[] {
  const end = time.findLast((at) => !Number.isNaN(at)) ?? 0;
  const placed = laps.map(({ name, from, to }) => ({ name, from: sinceStart(from, start), to: sinceStart(to, start) }));
  return placed.filter(({ from, to }) => to > from && to > 0 && from <= end).slice(0, MAX_LAPS);
}

/** Clocks that say a time between 1970 and 2100 are believed. */
export function placeClocks(method: ClockMethod, seconds: readonly number[], uncertaintySeconds: number): ClockFact[] {
  return seconds
    .map((at) => Math.round(at * 1_000))
    .filter((at) => at > 0 && at < YEAR_2100)
    .slice(0, MAX_CLOCKS)
    .map((at) => ({ method, at: epochMs(at), uncertaintySeconds }));
}
