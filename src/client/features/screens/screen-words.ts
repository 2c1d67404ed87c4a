import { word } from '../../../domain/language.ts';
import type { EntryResult } from '../../../domain/results/entry-result.ts';
import { formatClock } from '../../../domain/timing/format.ts';
import { durationMs, type EpochMs } from '../../../domain/units.ts';

/** '00:42' until the moment; 'now' when it is due, and for a while after. */
export function describeArrival(expected: EpochMs | null, at: EpochMs): string {
  if (expected === null) return '–';
  const left = expected - at;
  return left < 1000 ? word('now') : formatClock(durationMs(left));
}

export function sinceStart({ startTime }: EntryResult, at: EpochMs): string {
  return formatClock(durationMs(Math.max(0, at - startTime!)));
}
