import { type DurationMs, durationMs } from '../units.ts';
import { centisecondsOf } from './format.ts';
import { byEntry, type RacerTimes } from './results.ts';

export interface RankedRacer extends RacerTimes {
  readonly duration: DurationMs;
  readonly rank: number;
  /** Behind the first, as displayed: the difference of what one can read. */
  readonly gap: DurationMs;
}

/** By duration; whoever shows the same time shares the rank, and the next one is counted on: #1, #1, #3. */
export function rankFinished(times: readonly RacerTimes[]): RankedRacer[] {
  const finished = times
    .filter((racer): racer is RacerTimes & { duration: DurationMs } => racer.state === 'finished')
    .toSorted((one, other) => one.duration - other.duration || byEntry(one, other));
  const best = finished[0] === undefined ? 0 : centisecondsOf(finished[0].duration);
  let rank = 0;
  let shown = -1;
  return finished.map((racer, index) => {
    const centiseconds = centisecondsOf(racer.duration);
    if (centiseconds !== shown) rank = index + 1;
    shown = centiseconds;
    return { ...racer, rank, gap: durationMs((centiseconds - best) * 10) };
  });
}
