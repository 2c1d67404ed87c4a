import type { EventState } from '../../../domain/model/state.ts';
import { timeOf } from '../../../domain/model/state.ts';
import { formatDuration } from '../../../domain/timing/format.ts';
import { formatTimeOfDay } from '../../../domain/timing/local-time.ts';
import { counted } from '../../../domain/language.ts';
import { readResults } from '../../../domain/results/read-results.ts';
import type { TappedTeam } from './timing-button.tsx';

export const TIME_NOT_KEPT = 'This device couldn’t store the last time. Write it down.';

export const notKept = (name: string): string =>
  `${name} was not timed. This device could not keep the tap. Tap again, and write the time down.`;

export interface TapNews {
  readonly message: string;
  /** The racer has finished: both times are there and make sense. */
  readonly isFinished: boolean;
}

/**
 * The effect of a tap on its racer, for the undo bar. Null when the tap does not count by this device's state. `team`:
 * the tap is one of several that were made at once.
 */
export function describeTap(event: EventState, tapId: string, team?: TappedTeam): TapNews | null {
  const tap = event.taps[tapId];
  const times = tap && readResults(event).find(({ entry }) => entry.racerId === tap.racerId);
  if (tap === undefined || times === undefined) return null;
  const { name } = times.entry;
  const counts = times.start?.id === tapId || times.finish?.id === tapId;
  const at = formatTimeOfDay(timeOf(tap), event.timeZone);
  if (team !== undefined) {
    const racers = counted(team.racerIds.length, 'racer', 'racers');
    return { message: `${team.name} started, ${racers}, ${at}`, isFinished: false };
  }
  if (!counts) return { message: `${name}: second reading kept, ${at}`, isFinished: false };
  if (tap.line === 'start') return { message: `${name} started, ${at}`, isFinished: false };
  if (times.duration !== null) {
    return { message: `${name} finished, ${formatDuration(times.duration, times.unit)}`, isFinished: true };
  }
  if (times.state === 'impossible') return { message: `${name}: finish before start, ${at}`, isFinished: false };
  return { message: `${name} finished, ${at}, waiting for the start`, isFinished: false };
}
