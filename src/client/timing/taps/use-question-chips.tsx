import { type ReactNode, useMemo } from 'react';
import type { Line } from '../../../domain/model/lines.ts';
import { type EventState, timeOf } from '../../../domain/model/state.ts';
import { formatTimeOfDay } from '../../../domain/timing/local-time.ts';
import type { SyncClient } from '../../sync/sync-client.ts';
import { type OpenQuestion, useQuestions } from './use-questions.ts';
import { useAnswer } from './use-answer.ts';
import { QuestionChip, type QuestionChipProps } from './question-chip.tsx';

export interface QuestionChips {
  /** For the rows of all who are in question. */
  readonly byRacer: ReadonlyMap<string, ReactNode>;
  readonly byTap: ReadonlyMap<string, ReactNode>;
}

/** The chips of times without a name at the lines of a screen; the same until one comes or goes. */
export function useQuestionChips(event: EventState, sync: SyncClient, isHere: (line: Line) => boolean): QuestionChips {
  const questions = useQuestions(event);
  const onAnswer = useAnswer(sync, event.id);
  const asked = useMemo(() => JSON.stringify(listHere(event, questions, isHere)), [event, questions, isHere]);
  return useMemo(() => {
    const byRacer = new Map<string, ReactNode>();
    const byTap = new Map<string, ReactNode>();
    for (const question of JSON.parse(asked) as ReturnType<typeof describe>[]) {
      const { tapId, racers } = question;
      byTap.set(tapId, <QuestionChip key={tapId} {...question} showsTime onAnswer={onAnswer} />);
      const chip = <QuestionChip key={tapId} {...question} onAnswer={onAnswer} />;
      // The oldest for each racer: the next one follows once that is answered.
      for (const { racerId } of racers) if (!byRacer.has(racerId)) byRacer.set(racerId, chip);
    }
    return { byRacer, byTap };
  }, [asked, onAnswer]);
}

function listHere(event: EventState, questions: readonly OpenQuestion[], isHere: (line: Line) => boolean) {
  return questions.filter(({ tap }) => isHere(tap.line)).map((question) => describe(event, question));
}

function describe(event: EventState, { tapId, meant, tap }: OpenQuestion): Omit<QuestionChipProps, 'onAnswer'> {
  const racers = meant.flatMap(({ racerId, line }) => {
    const entry = event.entries[racerId];
    return entry === undefined ? [] : { racerId, line, name: entry.name, bib: entry.bib };
  });
  return { tapId, time: formatTimeOfDay(timeOf(tap), event.timeZone), racers };
}
