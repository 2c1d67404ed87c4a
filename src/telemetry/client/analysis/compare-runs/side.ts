import { DEFAULT_SETTINGS, derive } from '../../../domain/derive.ts';
import { type Track, trackOf } from '../../../domain/compare/track.ts';
import type { Samples } from '../../../domain/recording.ts';
import type { Lapse } from '../../../domain/compare/gates.ts';
import type { LocalRun } from '../../run-sync/stored-run.ts';
import { writeTime } from '../../recordings/units.ts';

/** A part of a run that can be compared. */
export interface Part {
  readonly id: string;
  readonly label: string;
  readonly lapse: Lapse;
}

/** One of the two runs, on its own timeline. */
export interface Side {
  readonly run: LocalRun;
  readonly track: Track;
  /** Metres a second at the times of the samples; null when the speed is unknown. */
  readonly speed: {
    readonly time: Float64Array;
    readonly values: Float64Array;
    readonly breaks: readonly number[];
  } | null;
  /** Parts given by the file itself: all of it, and its laps. */
  readonly whole: Part;
  readonly laps: readonly Part[];
}

export type SideProblem = 'no-positions' | 'no-times';

/** Reads the first source that has positions; its times are moved onto the timeline of the run. */
export function readSide(run: LocalRun, samples: ReadonlyMap<string, Samples>): Side | SideProblem {
  const source = run.details.sources.find(({ id }) => hasPlaces(samples.get(id)));
  const own = source && samples.get(source.id);
  if (source === undefined || own === undefined) return 'no-positions';
  const { offset } = source.alignment;
  const moved = (times: Float64Array) => (offset === 0 ? times : times.map((time) => time + offset));
  const found = trackOf(own, source.breaks);
  const track: Track = { ...found, time: moved(found.time) };
  if (track.time.length < 2) return 'no-times';
  const { speed } = derive(own, source.breaks, DEFAULT_SETTINGS);
  const lapse = { from: track.time[0]!, to: track.time.at(-1)! };
  return {
    run,
    track,
    speed: speed === null ? null : { time: moved(own.time), values: speed, breaks: source.breaks },
    whole: partOf('whole', 'Whole run', lapse),
    laps: source.laps
      .filter(({ from, to }) => to > from)
      .map(({ name, from, to }, index) =>
        partOf(`lap:${index}`, /\p{L}/u.test(name) ? name : `Lap ${name}`, { from: from + offset, to: to + offset }),
      ),
  };
}

function hasPlaces(samples: Samples | undefined): boolean {
  return samples?.channels.lat?.some((lat) => !Number.isNaN(lat)) ?? false;
}

export function partOf(id: string, name: string, lapse: Lapse): Part {
  return { id, label: `${name} · ${writeTime(lapse.to - lapse.from, 3)}`, lapse };
}
