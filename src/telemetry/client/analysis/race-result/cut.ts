import type { RunDetails } from '../../../protocol/runs.ts';

/** A stretch of a run, in its own seconds. */
interface Stretch {
  readonly from: number;
  readonly to: number;
}

export type RaceCut =
  | ({ readonly kind: 'cut' } & Stretch)
  /** The run has no date: it cannot be laid beside a race. */
  | { readonly kind: 'no-clock' }
  /** The race was at another time than the recording: another racer, another day, or a wrong clock. */
  | { readonly kind: 'elsewhere' };

export interface RaceTimes {
  readonly startTime: number;
  readonly finishTime: number;
}

/** The run's time at a moment in UTC; null when none of its sources knows the time. */
function runTimeOf(details: Pick<RunDetails, 'sources'>, at: number): number | null {
  const source = details.sources.find(({ clocks }) => clocks.length > 0);
  const clock = source?.clocks[0];
  if (source === undefined || clock === undefined) return null;
  return (at - clock.at) / 1000 + source.alignment.offset;
}

/** Start and finish of a result cut the run that was recorded of it. */
export function cutByResult(details: Pick<RunDetails, 'sources' | 'duration'>, times: RaceTimes): RaceCut {
  const from = runTimeOf(details, times.startTime);
  const to = runTimeOf(details, times.finishTime);
  if (from === null || to === null) return { kind: 'no-clock' };
  const isElsewhere = to <= 0 || (details.duration !== null && from >= details.duration);
  return isElsewhere ? { kind: 'elsewhere' } : { kind: 'cut', from, to };
}
