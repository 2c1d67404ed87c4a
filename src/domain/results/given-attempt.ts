import { attemptNow, type EventState, timeOf } from '../model/state.ts';
import { readResult } from './read-results.ts';

/**
 * The attempt of a tap that is given to a racer at the line: the one that is timed now where the racer had started in it
 * before, though the phone that made the tap had not heard of it. Otherwise the tap stays in its own: null.
 */
export function givenAttempt(event: EventState, tapId: string, racerId: string | null): number | null {
  const tap = event.taps[tapId];
  const entry = racerId === null ? undefined : event.entries[racerId];
  const attempt = attemptNow(event);
  if (tap === undefined || entry === undefined || tap.attempt === attempt) return null;
  const { startTime } = readResult(event, entry, attempt);
  return startTime !== null && startTime <= timeOf(tap) ? attempt : null;
}
