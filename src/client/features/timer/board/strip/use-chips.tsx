import { type ReactNode, useMemo } from 'react';
import type { EventState, Line } from '../../../../../domain/events/state.ts';
import type { Doubt } from '../../../../../domain/timing/doubts.ts';
import type { ChipOf } from '../rows/racer-list.tsx';
import { describeChoice, DoubtChip } from './doubt-chip.tsx';

interface Question {
  readonly racerId: string;
  readonly name: string;
  readonly line: Line;
  readonly label: string;
}

/** The same function, with the same elements, until a question comes or goes: rows are drawn anew for no other reason. */
export function useChips(
  event: EventState,
  doubts: readonly Doubt[],
  onSettle: (racerId: string, line: Line) => void,
): ChipOf {
  const questions = useMemo(() => JSON.stringify(listQuestions(event, doubts)), [event, doubts]);
  return useMemo(() => {
    const chips = new Map<string, ReactNode>(
      (JSON.parse(questions) as readonly Question[]).map(({ racerId, name, line, label }) => [
        racerId,
        <DoubtChip key={racerId} label={label} name={name} onSettle={() => onSettle(racerId, line)} />,
      ]),
    );
    return (racerId) => chips.get(racerId);
  }, [questions, onSettle]);
}

function listQuestions(event: EventState, doubts: readonly Doubt[]): Question[] {
  return doubts.flatMap((doubt) => {
    const choice = describeChoice(event, doubt);
    const { racerId, name } = doubt.racer.entry;
    return choice === null ? [] : [{ ...choice, racerId, name }];
  });
}
