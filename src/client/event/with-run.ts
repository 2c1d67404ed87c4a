import { attemptNow, type EventState } from '../../domain/model/state.ts';

/** The title of a screen that is about one run, for example 'Start gate, run 2'. As it is in an event of one run. */
export function withRun(title: string, event: EventState): string {
  return event.format.attempts.count === 1 ? title : `${title}, run ${attemptNow(event)}`;
}
