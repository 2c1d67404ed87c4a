import { attemptNow, type EventState } from '../../domain/model/state.ts';

/** The title of a screen that is about one heat, for example 'Start gate, heat 2'. As it is in an event of one heat. */
export function withRun(title: string, event: EventState): string {
  return event.format.attempts.count === 1 ? title : `${title}, heat ${attemptNow(event)}`;
}
