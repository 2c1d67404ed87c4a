import { attemptNow, type EventState, slotOf, type Tap } from '../events/state.ts';
import { countingTap } from './read-results.ts';

/** The taps of an attempt that count on the lines between start and finish, in the order of the course. */
export function splitsOf(event: EventState, racerId: string, attempt = attemptNow(event)): readonly Tap[] {
  return event.splits.flatMap((line) => countingTap(event, slotOf(racerId, line, attempt)) ?? []);
}
