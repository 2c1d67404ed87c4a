import type { Series } from '../../../domain/derive.ts';
import type { BadFixReason } from '../../../domain/filter.ts';
import { createLevels, type Levels } from '../../../../client/ui/plot/levels.ts';
import { createLine, type Line } from '../../playback/map/line.ts';
import { SHOWN_CHANNELS, type ShownChannel } from './shown-channels.ts';

/** A column with its levels of detail. */
export interface DrawnColumn {
  /** Values as stored: metres, metres a second. */
  readonly values: Float64Array;
  readonly levels: Levels;
}

/** What charts and map draw of a source: no length of a ride makes a drawing slower. */
export interface Drawn {
  /** False for a track without times: its places are its way in metres, and it has no speed. */
  readonly isTimed: boolean;
  /** The place of each drawn sample on the source's own timeline: of all that have one. */
  readonly places: Float64Array;
  /** Drawn samples at which a new segment begins. */
  readonly breaks: readonly number[];
  readonly channels: Readonly<Partial<Record<ShownChannel, DrawnColumn>>>;
  readonly track: DrawnTrack | null;
  readonly removedFixes: Readonly<Record<BadFixReason, number>>;
  /** Positions that do not count. */
  readonly removedPlaces: Line;
}

interface DrawnTrack {
  readonly lat: Float64Array;
  readonly lon: Float64Array;
  /** NaN where a position has no place on the timeline: it is on the map all the same. */
  readonly places: Float64Array;
  readonly breaks: readonly number[];
  readonly line: Line;
}

/** Columns are copies: the series stays where it is, for the figures of sections. */
export function drawnOf(series: Series): Drawn {
  const places = placesOf(series);
  const kept = places.every((place) => !Number.isNaN(place)) ? null : knownOf(places);
  const take = (values: Float64Array) =>
    kept === null ? values.slice() : Float64Array.from(kept, (index) => values[index]!);
  const channels: Partial<Record<ShownChannel, DrawnColumn>> = {};
  for (const channel of SHOWN_CHANNELS) {
    const own = series[channel];
    if (own === null) continue;
    const values = take(own);
    channels[channel] = { values, levels: createLevels(values) };
  }
  const { lat, lon, breaks, removedPlaces } = series;
  const hasTrack = lat !== null && lon !== null;
  return {
    isTimed: isTimed(series.time),
    places: take(places),
    breaks: kept === null ? breaks : movedBreaks(breaks, kept),
    channels,
    track: hasTrack
      ? { lat: lat.slice(), lon: lon.slice(), places: places.slice(), breaks, line: createLine(lat, lon, breaks) }
      : null,
    removedFixes: series.removedFixes,
    removedPlaces: createLine(removedPlaces.lat, removedPlaces.lon, []),
  };
}

/** Place of each sample on the source's own timeline; NaN where it has none. */
export function placesOf({ time, distance }: Series): Float64Array {
  return isTimed(time) ? time : (distance ?? Float64Array.from(time, (_, index) => index));
}

/** Some files have times for a handful of points only: such a file counts as one without times. */
function isTimed(time: Float64Array): boolean {
  let count = 0;
  for (const value of time) if (!Number.isNaN(value)) count += 1;
  return count > 0 && count * 2 >= time.length;
}

function knownOf(places: Float64Array): Uint32Array {
  return Uint32Array.from(places.keys()).filter((index) => !Number.isNaN(places[index]!));
}

/** A segment that begins with samples that are left out begins with the next. */
function movedBreaks(breaks: readonly number[], kept: Uint32Array): number[] {
  const moved: number[] = [];
  let next = 0;
  for (const at of breaks.toSorted((a, b) => a - b)) {
    while (next < kept.length && kept[next]! < at) next += 1;
    if (next < kept.length && moved.at(-1) !== next) moved.push(next);
  }
  return moved;
}
