import type { EventState, Tap } from '../../../domain/model/state.ts';
import { listWaiting } from '../../../domain/results/likely.ts';
import type { OpenQuestion } from './use-questions.ts';

/**
 * Times without a name that no other list of this phone shows: its own questions, and every start. Other times wait on the
 * finish screen.
 */
export function listUnnamed(event: EventState, questions: readonly OpenQuestion[]): readonly Tap[] {
  const asked = questions.map(({ tap }) => tap).filter(({ line }) => line !== 'start');
  return [...listWaiting(event, 'start'), ...asked];
}
