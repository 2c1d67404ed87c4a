import type { Channel } from './channels.ts';
import { leastClimbOf } from './climb.ts';
import { type BadFixReason, DEFAULT_FILTER, filterFixes, type FilterSettings } from './filter.ts';
import type { Samples } from './recording.ts';
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

export type Origin = 'recorded' | 'positions' | 'distance';

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
}

export function derive(
  samples: Samples,
  breaks: readonly number[],
  settings: DeriveSettings = DEFAULT_SETTINGS,
): Series {
  const { time } = samples;
  const { samples: good, removed } = filterFixes(samples, settings.filter, breaks);
  const { lat, lon, elevation, speed, distance, heartRate, power, cadence } = good.channels;
  // A sensor that was never worn writes zeros: nobody's heart stands still.
  const beats = heartRate?.map((value) => (value > 0 ? value : NaN));
  const hasPlaces = lat !== undefined && lon !== undefined && hasAny(lat);
  const isTimed = hasAny(time);

  const places = hasPlaces ? { lat, lon } : null;
  const along = chooseDistance(settings.distance, distance, places, breaks);
  const fast = isTimed ? chooseSpeed(settings.speed, speed, places, along?.values ?? null, time, breaks) : null;
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
  };
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
  const way = recorded === undefined || !hasAny(recorded) || choice === 'positions' ? null : fromZero(recorded);
  if (places === null || choice === 'recorded') return way === null ? null : { values: way, from: 'recorded' };
  const along = distanceAlong(places.lat, places.lon, breaks);
  if (way !== null && isMeasured(way, along)) return { values: way, from: 'recorded' };
  return { values: along, from: 'positions' };
}

/** Metres that a receiver at rest may wander about. */
const WANDERING = 100;
/** Least part of the way along the positions, and of the samples with a position, that a recorded distance covers. */
const LEAST_PART = 0.05;

/** A column of zeros, or one with a value here and there, was not measured: the positions know better. */
function isMeasured(way: Float64Array, along: Float64Array): boolean {
  let [known, placed, end, length] = [0, 0, 0, 0];
  for (let index = 0; index < way.length; index += 1) {
    if (!Number.isNaN(way[index]!)) {
      known += 1;
      end = way[index]!;
    }
    if (!Number.isNaN(along[index]!)) {
      placed += 1;
      length = along[index]!;
    }
  }
  if (known < 2 && placed > 1) return false;
  return known >= placed * LEAST_PART && (length < WANDERING || end >= length * LEAST_PART);
}

function chooseSpeed(
  choice: DeriveSettings['speed'],
  recorded: Float64Array | undefined,
  places: Places | null,
  along: Float64Array | null,
  time: Float64Array,
  breaks: readonly number[],
): { values: Float64Array; from: Origin } | null {
  if (recorded !== undefined && hasAny(recorded) && choice !== 'positions')
    return { values: recorded, from: 'recorded' };
  if (choice === 'recorded') return null;
  if (places !== null) return { values: speedFromPositions(places.lat, places.lon, time, breaks), from: 'positions' };
  return along === null ? null : { values: speedFromDistance(along, time, breaks), from: 'distance' };
}

/** A section of a longer recording (a lap of RaceChrono) begins at 0 too; a distance never goes back. */
function fromZero(recorded: Float64Array): Float64Array {
  const result = recorded.slice();
  let first = NaN;
  let last = 0;
  for (let index = 0; index < result.length; index += 1) {
    if (Number.isNaN(result[index]!)) continue;
    if (Number.isNaN(first)) first = result[index]!;
    last = Math.max(last, result[index]! - first);
    result[index] = last;
  }
  return result;
}

export const hasAny = (values: Float64Array): boolean => values.some((value) => !Number.isNaN(value));
