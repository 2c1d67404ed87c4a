import type { Track } from '../../../domain/compare/track.ts';
import type { Lapse } from '../../../domain/compare/gates.ts';
import type { AlignedSource } from '../../../protocol/runs.ts';
import type { SideTrack } from '../deriving/side-track.ts';
import type { Line } from '../../playback/map/line.ts';
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
  /** Its source, and what was added to the source's own times. */
  readonly source: string;
  readonly offset: number;
  readonly track: Track;
  readonly line: Line;
  readonly speed: SideTrack['speed'];
  /** Parts given by the file itself: all of it, and its laps. */
  readonly whole: Part;
  readonly laps: readonly Part[];
}

/** A track that was read, with its times moved onto the timeline of the run. */
export function sideOf(run: LocalRun, source: AlignedSource, { track, line, speed }: SideTrack): Side {
  const { offset } = source.alignment;
  const moved = (times: Float64Array) => (offset === 0 ? times : times.map((time) => time + offset));
  const time = moved(track.time);
  return {
    run,
    source: source.id,
    offset,
    track: { ...track, time },
    line,
    speed: speed === null ? null : { ...speed, time: moved(speed.time) },
    whole: partOf('whole', 'Whole run', { from: time[0]!, to: time.at(-1)! }),
    laps: source.laps
      .filter(({ from, to }) => to > from)
      .map(({ name, from, to }, index) =>
        partOf(`lap:${index}`, /\p{L}/u.test(name) ? name : `Lap ${name}`, { from: from + offset, to: to + offset }),
      ),
  };
}

export function partOf(id: string, name: string, lapse: Lapse): Part {
  return { id, label: `${name} · ${writeTime(lapse.to - lapse.from, 3)}`, lapse };
}
