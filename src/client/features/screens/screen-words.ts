import type { EntryResult } from '../../../domain/results/entry-result.ts';
import type { Projected } from '../../../domain/results/projected.ts';
import { formatClock } from '../../../domain/timing/format.ts';
import { durationMs, type EpochMs } from '../../../domain/units.ts';

/** '00:42' until the moment; 'now' when it is due, and for a while after. */
export function describeArrival(expected: EpochMs | null, at: EpochMs): string {
  if (expected === null) return '–';
  const left = expected - at;
  return left < 1000 ? 'now' : formatClock(durationMs(left));
}

export function describePlace({ rank, isByPace }: Projected): string {
  return isByPace ? `likely #${rank}` : `#${rank} if in now`;
}

export function sinceStart({ startTime }: EntryResult, at: EpochMs): string {
  return formatClock(durationMs(Math.max(0, at - startTime!)));
}
