import type { Summary } from '../../../domain/summary.ts';
import { createTimeline, type Place } from '../../../domain/timeline.ts';
import type { AlignedSource, RunDetails } from '../../../protocol/runs.ts';
import { firstAtLeast } from '../../../../client/ui/plot/decimate.ts';
import { valueAt } from '../../playback/lookup.ts';
import type { Line } from '../../playback/map/line.ts';
import type { Span } from '../../../../client/ui/plot/plot.ts';
import type { DerivedSource } from '../deriving/derived.ts';
import type { Drawn, DrawnColumn } from '../deriving/drawn.ts';
import { SHOWN_CHANNELS, type ShownChannel } from '../deriving/shown-channels.ts';

export interface ModelSource {
  readonly source: AlignedSource;
  readonly drawn: Drawn;
  /** Figures of the whole source. */
  readonly summary: Summary;
  /** Run time = place on the source's own timeline + offset. */
  readonly offset: number;
  /** Times of the drawn samples on the run's timeline, which never go back. */
  readonly time: Float64Array;
}

interface ModelTrack {
  readonly line: Line;
  readonly removedPlaces: Line;
  /** Time of each sample of the line on the run's timeline; NaN where it has none. */
  readonly time: Float64Array;
  placeAt(this: void, time: number): Place | null;
}

export interface ModelChannel extends DrawnColumn {
  readonly channel: ShownChannel;
  readonly from: ModelSource;
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
  /** Of the first source with positions; null without one. */
  readonly track: ModelTrack | null;
  /** The source of the figures: the one with positions, else the first. */
  readonly main: ModelSource | null;
  readonly laps: readonly ModelLap[];
  /** From the first sample to the last. */
  readonly span: Span;
  /** False for a track without times: its timeline is its way in metres, and it has no speed. */
  readonly hasTimes: boolean;
  distanceAt(this: void, time: number): number;
  /** The same for many times that never go back, in one go. */
  distancesAt(this: void, times: Float64Array): Float64Array;
  timeAtDistance(this: void, metres: number): number;
}

export function buildModel(details: RunDetails, derived: readonly DerivedSource[]): RunModel {
  const sources = details.sources.flatMap((source) => {
    const found = derived.find(({ id }) => id === source.id);
    return found === undefined ? [] : [placeSource(source, found)];
  });
  const placed = sources.find(({ drawn }) => drawn.track !== null);
  const main = placed ?? sources[0] ?? null;
  const channels = SHOWN_CHANNELS.flatMap((channel): ModelChannel[] => {
    const from = sources.find(({ drawn }) => drawn.channels[channel] !== undefined);
    return from === undefined ? [] : [{ channel, from, ...from.drawn.channels[channel]! }];
  });
  const [going] = [main, ...sources].flatMap((source) => {
    const gone = source?.drawn.channels.distance;
    return gone === undefined ? [] : [{ time: source!.time, metres: gone.values }];
  });
  return {
    sources,
    channels,
    track: placed === undefined ? null : trackOf(placed),
    main,
    laps: sources.flatMap(({ source }) =>
      source.laps.map(({ name, from, to }) => ({
        name,
        span: { from: from + source.alignment.offset, to: to + source.alignment.offset },
      })),
    ),
    span: spanOf(sources),
    hasTimes: sources.length === 0 || sources.some(({ drawn }) => drawn.isTimed),
    distanceAt: going === undefined ? () => NaN : clampedLookup(going.time, going.metres),
    distancesAt: (times) => (going === undefined ? times.map(() => NaN) : followAlong(going.time, going.metres, times)),
    timeAtDistance: (metres) => (going === undefined ? NaN : timeAtDistance(going.time, going.metres, metres)),
  };
}

function placeSource(source: AlignedSource, { drawn, summary }: DerivedSource): ModelSource {
  const offset = drawn.isTimed ? source.alignment.offset : 0;
  const time = offset === 0 ? drawn.places : drawn.places.map((place) => place + offset);
  return { source, drawn, summary, offset, time };
}

function trackOf({ drawn, offset }: ModelSource): ModelTrack {
  const { lat, lon, places, breaks, line } = drawn.track!;
  const time = offset === 0 ? places : places.map((place) => place + offset);
  const timeline = createTimeline(time, breaks);
  return {
    line,
    removedPlaces: drawn.removedPlaces,
    time,
    placeAt: (moment) => timeline.placeAt(lat, lon, moment),
  };
}

function spanOf(sources: readonly ModelSource[]): Span {
  const known = sources.filter(({ time }) => time.length > 0);
  if (known.length === 0) return { from: 0, to: 0 };
  return {
    from: Math.min(...known.map(({ time }) => time[0]!)),
    to: Math.max(...known.map(({ time }) => time.at(-1)!)),
  };
}

/** Before the start the distance is zero, and after the end it stays the last one. */
function clampedLookup(time: Float64Array, values: Float64Array): (at: number) => number {
  const first = values.findIndex((value) => !Number.isNaN(value));
  const last = values.findLastIndex((value) => !Number.isNaN(value));
  if (first < 0) return () => NaN;
  return (at) => {
    if (at <= time[first]!) return values[first]!;
    return at >= time[last]! ? values[last]! : valueAt(time, values, at);
  };
}

/** `clampedLookup` at one time after the other: looking each up would take a part of a second for a long ride. */
function followAlong(time: Float64Array, values: Float64Array, places: Float64Array): Float64Array {
  const nextKnown = (at: number) => {
    while (at < values.length && Number.isNaN(values[at]!)) at += 1;
    return at;
  };
  let before = -1;
  let after = nextKnown(0);
  return places.map((place) => {
    while (after < values.length && time[after]! <= place) {
      before = after;
      after = nextKnown(after + 1);
    }
    if (before < 0) return values[after] ?? NaN;
    if (after >= values.length) return values[before]!;
    const part = (place - time[before]!) / (time[after]! - time[before]!);
    return values[before]! + (values[after]! - values[before]!) * part;
  });
}

function timeAtDistance(time: Float64Array, distance: Float64Array, metres: number): number {
  let after = firstAtLeast(distance, metres);
  while (after < distance.length && Number.isNaN(distance[after]!)) after += 1;
  let before = after - 1;
  while (before >= 0 && Number.isNaN(distance[before]!)) before -= 1;
  if (after >= distance.length) return before < 0 ? NaN : time[before]!;
  if (before < 0) return time[after]!;
  const step = distance[after]! - distance[before]!;
  return step > 0
    ? time[before]! + ((time[after]! - time[before]!) * (metres - distance[before]!)) / step
    : time[after]!;
}
