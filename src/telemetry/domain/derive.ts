import type { Channel } from './channels.ts';
import { leastClimbOf } from './climb.ts';
import { type BadFixReason, DEFAULT_FILTER, filterFixes, type FilterSettings, isSomewhere } from './filter.ts';
import type { Samples } from './recording.ts';
import { runOn, wayWithoutJitter } from './running-distance.ts';
import { smooth } from './smooth.ts';
import { gradientOf, distanceAlong, paceOf, speedFromDistance, speedFromPositions } from './motion.ts';

export interface DeriveSettings {
  readonly filter: FilterSettings;
  /** Seconds over which speed, heart rate, power and cadence are smoothed; 0 leaves them as they are. */
  readonly smoothSeconds: number;
  /** Metres (seconds, where no distance is known) over which the elevation is smoothed. */
  readonly elevationWindow: number;
  /** Metres over which the gradient is measured. */
  readonly gradientMetres: number;
  /** The speed that is shown: as recorded where there is one ('auto'), always from positions, or only as recorded. */
  readonly speed: 'auto' | 'positions' | 'recorded';
  /** The distance that is shown, likewise. */
  readonly distance: 'auto' | 'positions' | 'recorded';
}

export const DEFAULT_SETTINGS: DeriveSettings = {
  filter: DEFAULT_FILTER,
  smoothSeconds: 2,
  elevationWindow: 20,
  gradientMetres: 60,
  speed: 'auto',
  distance: 'auto',
};

type Origin = 'recorded' | 'positions' | 'distance';

/** Columns for charts, gauges and figures. Every column is as long as the samples it came from; NaN means unknown. */
export interface Series {
  readonly time: Float64Array;
  readonly breaks: readonly number[];
  /** Positions without the bad fixes. Null in a recording without positions. */
  readonly lat: Float64Array | null;
  readonly lon: Float64Array | null;
  /** m/s, smoothed. Null when it cannot be told. */
  readonly speed: Float64Array | null;
  readonly speedFrom: Origin | null;
  /** Seconds per metre (times 1000: per kilometre; times 1609.344: per mile). NaN while standing. */
  readonly pace: Float64Array | null;
  /** Metres since the start, never going back; no step across a break unless it was recorded. */
  readonly distance: Float64Array | null;
  readonly distanceFrom: Exclude<Origin, 'distance'> | null;
  /** Metres, smoothed. */
  readonly elevation: Float64Array | null;
  /** Metres by which the elevation has to change before it counts as a climb. */
  readonly leastClimb: number;
  /** Percent: metres up per hundred metres forward. */
  readonly gradient: Float64Array | null;
  /** Smoothed. */
  readonly heartRate: Float64Array | null;
  readonly power: Float64Array | null;
  readonly cadence: Float64Array | null;
  /** Every channel as recorded, without the bad fixes: for channels without a column of their own, and for maxima. */
  readonly recorded: Readonly<Partial<Record<Channel, Float64Array>>>;
  readonly removedFixes: Readonly<Record<BadFixReason, number>>;
  /** Places of the fixes that do not count; half a position and 0° by 0° have none. */
  readonly removedPlaces: { readonly lat: Float64Array; readonly lon: Float64Array };
}

export function derive(
  samples: Samples,
  breaks: readonly number[],
  settings: DeriveSettings = DEFAULT_SETTINGS,
): Series {
  const { time } = samples;
  const { samples: good, removed, tears } = filterFixes(samples, settings.filter, breaks);
  const joints = tears.length === 0 ? breaks : [...breaks, ...tears];
  const { lat, lon, elevation, speed, distance, heartRate, power, cadence } = good.channels;
  // A sensor that was never worn writes zeros: nobody's heart stands still.
  const beats = heartRate?.map((value) => (value > 0 ? value : NaN));
  const hasPlaces = lat !== undefined && lon !== undefined && hasAny(lat);
  const isTimed = hasAny(time);

  const places = hasPlaces ? { lat, lon } : null;
  const along = chooseDistance(settings.distance, distance, places, joints);
  const fast = isTimed ? chooseSpeed(settings.speed, speed, places, along?.values ?? null, time, joints) : null;
  const smoothed = (values: Float64Array | undefined) =>
    values === undefined || !hasAny(values) ? null : smooth(values, time, settings.smoothSeconds, breaks);
  const speeds = smoothed(fast?.values);
  const axis = along?.values ?? time;
  const heights =
    elevation === undefined || !hasAny(elevation) ? null : smooth(elevation, axis, settings.elevationWindow, breaks);
  return {
    time,
    breaks,
    lat: hasPlaces ? lat : null,
    lon: hasPlaces ? lon : null,
    speed: speeds,
    speedFrom: speeds === null ? null : fast!.from,
    pace: speeds === null ? null : paceOf(speeds),
    distance: along?.values ?? null,
    distanceFrom: along?.from ?? null,
    elevation: heights,
    leastClimb: heights === null ? 0 : leastClimbOf(elevation!, heights, axis, breaks),
    gradient:
      heights === null || along === null ? null : gradientOf(heights, along.values, settings.gradientMetres, breaks),
    heartRate: smoothed(beats),
    power: smoothed(power),
    cadence: smoothed(cadence),
    recorded: beats === undefined ? good.channels : { ...good.channels, heartRate: beats },
    removedFixes: removed,
    removedPlaces: removedPlaces(samples, good),
  };
}

function removedPlaces({ channels: given }: Samples, { channels: good }: Samples): Series['removedPlaces'] {
  const removed: number[] = [];
  for (let index = 0; index < (given.lat?.length ?? 0); index += 1) {
    const isKnown = !Number.isNaN(given.lat![index]! + (given.lon?.[index] ?? NaN));
    if (isKnown && Number.isNaN(good.lat![index]!) && isSomewhere(given.lat![index]!, given.lon![index]!))
      removed.push(index);
  }
  const take = (values: Float64Array | undefined) => Float64Array.from(removed, (index) => values![index]!);
  return { lat: take(given.lat), lon: take(given.lon) };
}

interface Places {
  readonly lat: Float64Array;
  readonly lon: Float64Array;
}

function chooseDistance(
  choice: DeriveSettings['distance'],
  recorded: Float64Array | undefined,
  places: Places | null,
  breaks: readonly number[],
): { values: Float64Array; from: 'recorded' | 'positions' } | null {
  const way = recorded === undefined || !hasAny(recorded) || choice === 'positions' ? null : runOn(recorded, breaks);
  if (places === null || choice === 'recorded') return way === null ? null : { values: way, from: 'recorded' };
  if (way !== null && isMeasured(way, places, breaks)) return { values: way, from: 'recorded' };
  return { values: distanceAlong(places.lat, places.lon, breaks), from: 'positions' };
}

/** Shorter ways than this are told by no comparison. */
const LEAST_WAY = 100;
/** Least part of the samples with a position, and of the way along the positions, that a recorded distance covers. */
const LEAST_SHARE = 0.05;
const LEAST_WAY_SHARE = 0.6;

/** A column of zeros, one with a value here and there, or one far too short was not measured: the positions know better. */
function isMeasured(way: Float64Array, { lat, lon }: Places, breaks: readonly number[]): boolean {
  let [known, placed, end] = [0, 0, 0];
  for (let index = 0; index < way.length; index += 1) {
    if (!Number.isNaN(way[index]!)) {
      known += 1;
      end = way[index]!;
    }
    if (!Number.isNaN(lat[index]!)) placed += 1;
  }
  if ((known < 2 && placed > 1) || known < placed * LEAST_SHARE) return false;
  const length = wayWithoutJitter(lat, lon, breaks);
  return length < LEAST_WAY || end >= length * LEAST_WAY_SHARE;
}

function chooseSpeed(
  choice: DeriveSettings['speed'],
  recorded: Float64Array | undefined,
  places: Places | null,
  along: Float64Array | null,
  time: Float64Array,
  breaks: readonly number[],
): { values: Float64Array; from: Origin } | null {
  const isRecorded = recorded !== undefined && hasAny(recorded);
  if (choice === 'recorded') return isRecorded ? { values: recorded, from: 'recorded' } : null;
  const placed = places === null ? null : speedFromPositions(places.lat, places.lon, time, breaks);
  if (isRecorded && choice === 'auto' && (placed === null || agrees(recorded, placed)))
    return { values: recorded, from: 'recorded' };
  if (placed !== null) return { values: placed, from: 'positions' };
  if (isRecorded && choice === 'auto') return { values: recorded, from: 'recorded' };
  return along === null ? null : { values: speedFromDistance(along, time, breaks), from: 'distance' };
}

/** m/s below which a receiver may be at rest, and the samples above it that are enough to compare. */
const MOVING = 1;
const LEAST_COMPARED = 20;
/** Largest ratio of the two mean speeds to each other. */
const MOST_TIMES = 2;

/** Whether a recorded speed can be that of the positions: a column in an unknown unit, or one that stood still, cannot. */
function agrees(recorded: Float64Array, placed: Float64Array): boolean {
  let [count, one, other] = [0, 0, 0];
  for (let index = 0; index < placed.length; index += 1) {
    if (!(placed[index]! > MOVING) || Number.isNaN(recorded[index]!)) continue;
    count += 1;
    one += recorded[index]!;
    other += placed[index]!;
  }
  return count < LEAST_COMPARED || (one < other * MOST_TIMES && other < one * MOST_TIMES);
}

export const hasAny = (values: Float64Array): boolean => values.some((value) => !Number.isNaN(value));
