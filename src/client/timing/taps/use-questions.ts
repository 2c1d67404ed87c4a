import { useMemo, useSyncExternalStore } from 'react';
import type { EventState, Tap } from '../../../domain/model/state.ts';
import { listWaiting } from '../../../domain/results/likely.ts';
import { onQuestions, parseQuestions, type Question, readQuestions } from './questions.ts';

/** A question whose time is still without a name. */
export interface OpenQuestion extends Question {
  readonly tap: Tap;
}

/** The questions of an event whose times are still without a name, the oldest first. */
export function useQuestions(event: EventState): readonly OpenQuestion[] {
  const text = useSyncExternalStore(onQuestions, readQuestions, () => '[]');
  return useMemo(
    () =>
      parseQuestions(text).flatMap((question) => {
        const tap = event.taps[question.tapId];
        const isOpen = question.eventId === event.id && tap !== undefined && tap.racerId === null && !tap.undone;
        return isOpen ? { ...question, tap } : [];
      }),
    [text, event],
  );
}

/**
 * Times without a name that no other list of this phone shows: its own questions, and every start. Other times wait on the
 * finish screen.
 */
export function useUnnamed(event: EventState): readonly Tap[] {
  const questions = useQuestions(event);
  return useMemo(() => {
    const asked = questions.map(({ tap }) => tap).filter(({ line }) => line !== 'start');
    return [...listWaiting(event, 'start'), ...asked];
  }, [event, questions]);
}
