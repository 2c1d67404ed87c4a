import { type Track, trackOf } from '../../../domain/compare/track.ts';
import { DEFAULT_SETTINGS, derive, hasAny } from '../../../domain/derive.ts';
import type { Samples } from '../../../domain/recording.ts';
import { createLine, type Line } from '../../playback/map/line.ts';

/** What a comparison needs of one source, on its own timeline. */
export interface SideTrack {
  readonly track: Track;
  readonly line: Line;
  /** Metres a second at the times of the samples; null when the speed is unknown. */
  readonly speed: {
    readonly time: Float64Array;
    readonly values: Float64Array;
    readonly breaks: readonly number[];
  } | null;
}

export type SideProblem = 'no-positions' | 'no-times';

export function readTrack(samples: Samples, breaks: readonly number[]): SideTrack | SideProblem {
  const { lat } = samples.channels;
  if (lat === undefined || !hasAny(lat)) return 'no-positions';
  const track = trackOf(samples, breaks);
  if (track.time.length < 2) return 'no-times';
  const { speed } = derive(samples, breaks, DEFAULT_SETTINGS);
  return {
    track,
    line: createLine(track.lat, track.lon, track.breaks),
    speed: speed === null ? null : { time: samples.time, values: speed, breaks },
  };
}
