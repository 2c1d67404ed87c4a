import { useMemo, useSyncExternalStore } from 'react';
import type { EventState, Tap } from '../../../domain/model/state.ts';
import { onQuestions, parseQuestions, type Question, readQuestions } from './questions.ts';

/** A question whose time is still without a name. */
export interface OpenQuestion extends Question {
  readonly tap: Tap;
}

/** The questions of an event whose times are still without a name, the oldest first. */
export function useQuestions(event: EventState): readonly OpenQuestion[] {
  const text = useSyncExternalStore(onQuestions, readQuestions, () => '[]');
  return useMemo(() => listQuestions(event, text), [event, text]);
}

/** `text`: what this phone has stored. */
export function listQuestions(event: EventState, text: string): readonly OpenQuestion[] {
  return parseQuestions(text).flatMap((question) => {
    const tap = event.taps[question.tapId];
    const isOpen = question.eventId === event.id && tap !== undefined && tap.racerId === null && !tap.undone;
    return isOpen ? { ...question, tap } : [];
  });
}
