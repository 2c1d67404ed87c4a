import { attemptNow, type EventState } from '../../../domain/model/state.ts';
import { word } from '../../../domain/language.ts';
import type { EntryResult } from '../../../domain/results/entry-result.ts';
import type { Leaderboard, LeaderboardRow, Racing } from '../../../domain/results/read-leaderboard.ts';
import { formatClock, formatDuration } from '../../../domain/timing/format.ts';
import { durationMs, type EpochMs } from '../../../domain/units.ts';
import { figureOf } from '../../leaderboard/shown-order.ts';

/** '00:42' until the moment; 'now' when it is due, and for a while after. */
export function describeArrival(expected: EpochMs | null, at: EpochMs): string {
  if (expected === null) return '–';
  const left = expected - at;
  return left < 1000 ? word('now') : formatClock(durationMs(left));
}

export function sinceStart({ startTime }: EntryResult, at: EpochMs): string {
  return formatClock(durationMs(Math.max(0, at - startTime!)));
}

/**
 * The figure of somebody who is in, and the small words beside it. A racer without a place has a status, a time without a
 * handicap or the time of one run: without its name that time would be read as the best of all.
 */
export function figuresOf(event: EventState, board: Leaderboard, racer: Racing): readonly [string, string] {
  if ('rank' in racer) return figureOf(event, board)(racer as LeaderboardRow);
  if (racer.outsideTime !== null) return [formatDuration(racer.outsideTime, racer.unit), racer.status];
  if (racer.state === 'out') return [racer.status, ''];
  if (racer.duration !== null) return [formatDuration(racer.duration, racer.unit), word('no handicap')];
  const run = racer.runs.find(({ attempt }) => attempt === attemptNow(event));
  return run?.duration == null ? ['', ''] : [formatDuration(run.duration, run.unit), `heat ${run.attempt}`];
}
