import type { Series } from '../../../domain/derive.ts';
import type { Summary } from '../../../domain/summary.ts';
import { createTimeline, type Timeline } from '../../../domain/timeline.ts';
import type { AlignedSource, RunDetails } from '../../../protocol/runs.ts';
import { firstAtLeast } from '../../../../client/ui/plot/decimate.ts';
import { valueAt } from '../../playback/lookup.ts';
import type { Span } from '../../../../client/ui/plot/plot.ts';
import type { Derived, DerivedSource } from './deriving/derived.ts';
import type { Quantity } from '../../recordings/units.ts';

/** Channels in the order of the screen. */
export const SHOWN_CHANNELS = [
  'speed',
  'pace',
  'elevation',
  'heartRate',
  'power',
  'cadence',
  'gradient',
  'distance',
] as const satisfies readonly Quantity[];
export type ShownChannel = (typeof SHOWN_CHANNELS)[number];

export interface ModelSource {
  readonly source: AlignedSource;
  readonly series: Series;
  /** Figures of the whole source. */
  readonly summary: Summary;
  /** Times on the run's timeline. */
  readonly time: Float64Array;
  readonly timeline: Timeline;
}

export interface ModelChannel {
  readonly channel: ShownChannel;
  readonly from: ModelSource;
  /** Values as stored: metres, metres a second. */
  readonly values: Float64Array;
}

interface ModelLap {
  readonly name: string;
  readonly span: Span;
}

/** Everything of a run on one timeline, whichever file it came from. */
export interface RunModel {
  readonly sources: readonly ModelSource[];
  /** One channel of each kind: from the first source that has it. */
  readonly channels: readonly ModelChannel[];
  /** The source with positions; null without one. */
  readonly track: ModelSource | null;
  /** The source of the figures: the one with positions, else the first. */
  readonly main: ModelSource | null;
  readonly laps: readonly ModelLap[];
  /** From the first sample to the last. */
  readonly span: Span;
  /** False for a track without times: its timeline is its way in metres, and it has no speed. */
  readonly hasTimes: boolean;
  distanceAt(this: void, time: number): number;
  timeAtDistance(this: void, metres: number): number;
}

export function buildModel(details: RunDetails, derived: readonly DerivedSource[]): RunModel {
  const sources = details.sources.flatMap((source) => {
    const found = derived.find(({ id }) => id === source.id);
    return found === undefined ? [] : [placeSource(source, found)];
  });
  const track = sources.find(({ series }) => series.lat !== null) ?? null;
  const main = track ?? sources[0] ?? null;
  const channels = SHOWN_CHANNELS.flatMap((channel): ModelChannel[] => {
    const from = sources.find(({ series }) => series[channel] !== null);
    return from === undefined ? [] : [{ channel, from, values: from.series[channel]! }];
  });
  const going = [main, ...sources].find((source) => source?.series.distance) ?? null;
  return {
    sources,
    channels,
    track,
    main,
    laps: sources.flatMap(({ source }) =>
      source.laps.map(({ name, from, to }) => ({
        name,
        span: { from: from + source.alignment.offset, to: to + source.alignment.offset },
      })),
    ),
    span: spanOf(sources),
    hasTimes: sources.length === 0 || sources.some(({ series }) => isTimed(series.time)),
    distanceAt: going === null ? () => NaN : clampedLookup(going.time, going.series.distance!),
    timeAtDistance: (metres) => (going === null ? NaN : timeAtDistance(going, metres)),
  };
}

function placeSource(source: AlignedSource, { series, summary }: Derived): ModelSource {
  const { offset } = source.alignment;
  const time = isTimed(series.time)
    ? series.time.map((value) => value + offset)
    : (series.distance ?? Float64Array.from(series.time, (_, index) => index));
  return { source, series, summary, time, timeline: createTimeline(time, series.breaks) };
}

/** Some files have times for a handful of points only: such a file counts as one without times. */
function isTimed(time: Float64Array): boolean {
  let count = 0;
  for (const value of time) if (!Number.isNaN(value)) count += 1;
  return count > 0 && count * 2 >= time.length;
}

function spanOf(sources: readonly ModelSource[]): Span {
  const known = sources.filter(({ timeline }) => Number.isFinite(timeline.start));
  if (known.length === 0) return { from: 0, to: 0 };
  return {
    from: Math.min(...known.map(({ timeline }) => timeline.start)),
    to: Math.max(...known.map(({ timeline }) => timeline.end)),
  };
}

/** Before the start the distance is zero, and after the end it stays the last one. */
function clampedLookup(time: Float64Array, values: Float64Array): (at: number) => number {
  const isKnown = (value: number, index: number) => !Number.isNaN(value) && !Number.isNaN(time[index]!);
  const first = values.findIndex(isKnown);
  const last = values.findLastIndex(isKnown);
  if (first < 0) return () => NaN;
  return (at) => {
    if (at <= time[first]!) return values[first]!;
    return at >= time[last]! ? values[last]! : valueAt(time, values, at);
  };
}

function timeAtDistance({ time, series }: ModelSource, metres: number): number {
  const distance = series.distance!;
  let after = firstAtLeast(distance, metres);
  while (after < distance.length && (Number.isNaN(distance[after]!) || Number.isNaN(time[after]!))) after += 1;
  let before = after - 1;
  while (before >= 0 && (Number.isNaN(distance[before]!) || Number.isNaN(time[before]!))) before -= 1;
  if (after >= distance.length) return before < 0 ? NaN : time[before]!;
  if (before < 0) return time[after]!;
  const step = distance[after]! - distance[before]!;
  return step > 0
    ? time[before]! + ((time[after]! - time[before]!) * (metres - distance[before]!)) / step
    : time[after]!;
}
