import { type ReactNode, useMemo } from 'react';
import type { Line } from '../../../domain/model/lines.ts';
import { type EventState, timeOf } from '../../../domain/model/state.ts';
import { formatTimeOfDay } from '../../../domain/timing/local-time.ts';
import type { SyncClient } from '../../sync/sync-client.ts';
import { useSame } from '../../ui/same.ts';
import { type OpenQuestion, useQuestions } from './use-questions.ts';
import { createAnswer } from './answer-question.ts';
import { type AnswerQuestion, QuestionChip, type QuestionChipProps } from './question-chip.tsx';

export interface QuestionChips {
  /** Chips for the rows of all racers in question. */
  readonly byRacer: ReadonlyMap<string, ReactNode>;
  readonly byTap: ReadonlyMap<string, ReactNode>;
}

/** The chips of times without a name at the lines of a screen; the same until one comes or goes. */
export function useQuestionChips(event: EventState, sync: SyncClient, isHere: (line: Line) => boolean): QuestionChips {
  const questions = useQuestions(event);
  const onAnswer = useMemo(() => createAnswer(sync, event.id), [sync, event.id]);
  return useSame(
    useMemo(() => drawQuestions(event, questions, isHere, onAnswer), [event, questions, isHere, onAnswer]),
  );
}

export function drawQuestions(
  event: EventState,
  questions: readonly OpenQuestion[],
  isHere: (line: Line) => boolean,
  onAnswer: AnswerQuestion,
): QuestionChips {
  const byRacer = new Map<string, ReactNode>();
  const byTap = new Map<string, ReactNode>();
  for (const question of questions.filter(({ tap }) => isHere(tap.line))) {
    const { tapId, time, racers } = describe(event, question);
    byTap.set(tapId, <QuestionChip key={tapId} {...{ tapId, time, racers, onAnswer }} showsTime />);
    const chip = <QuestionChip key={tapId} {...{ tapId, time, racers, onAnswer }} />;
    // The oldest for each racer: the next one follows once that is answered.
    for (const { racerId } of racers) if (!byRacer.has(racerId)) byRacer.set(racerId, chip);
  }
  return { byRacer, byTap };
}

function describe(event: EventState, { tapId, meant, tap }: OpenQuestion): Omit<QuestionChipProps, 'onAnswer'> {
  const racers = meant.flatMap(({ racerId, line }) => {
    const entry = event.entries[racerId];
    return entry === undefined ? [] : { racerId, line, name: entry.name, bib: entry.bib };
  });
  return { tapId, time: formatTimeOfDay(timeOf(tap), event.timeZone), racers };
}
