import { type ReactNode, useMemo } from 'react';
import type { Line } from '../../../../domain/model/lines.ts';
import type { EventState } from '../../../../domain/model/state.ts';
import type { Doubt } from '../../../../domain/results/doubts.ts';
import type { RacerNodes } from '../../../timing/rows/racer-list.tsx';
import { type RefusedTap, refusedWords } from '../../../timing/taps/refused-taps.ts';
import { describeChoice, DoubtChip } from './doubt-chip.tsx';
import { RefusedChip } from '../../../timing/taps/refused-chip.tsx';

interface Choice {
  readonly racerId: string;
  readonly name: string;
  readonly line: Line;
  readonly label: string;
}

export interface ChipSteps {
  readonly onSettle: (racerId: string, line: Line) => void;
  readonly onExplain: (tap: RefusedTap) => void;
}

interface Asked {
  readonly doubts: readonly Doubt[];
  readonly refused: readonly RefusedTap[];
  /** Times without a name that may be the racer's. */
  readonly unnamed: ReadonlyMap<string, ReactNode>;
}

/** The same map, with the same elements, until a question comes or goes: rows are drawn anew for no other reason. */
export function useChips(
  event: EventState,
  { doubts, refused, unnamed }: Asked,
  { onSettle, onExplain }: ChipSteps,
): RacerNodes {
  const choices = useMemo(() => JSON.stringify(listChoices(event, doubts)), [event, doubts]);
  return useMemo(() => {
    const chips = new Map<string, ReactNode>(
      (JSON.parse(choices) as readonly Choice[]).map(({ racerId, name, line, label }) => [
        racerId,
        <DoubtChip key={racerId} label={label} name={name} onSettle={() => onSettle(racerId, line)} />,
      ]),
    );
    for (const [racerId, chip] of unnamed) chips.set(racerId, chip);
    // A refused tap comes before any question: the racer must be tapped again.
    for (const tap of refused) {
      const { racerId, line } = tap;
      if (racerId === null) continue;
      chips.set(racerId, <RefusedChip key={racerId} label={refusedWords(line)} onExplain={() => onExplain(tap)} />);
    }
    return chips;
  }, [choices, unnamed, refused, onSettle, onExplain]);
}

function listChoices(event: EventState, doubts: readonly Doubt[]): Choice[] {
  return doubts.flatMap((doubt) => {
    const choice = describeChoice(event, doubt);
    const { racerId, name } = doubt.racer.entry;
    return choice === null ? [] : [{ ...choice, racerId, name }];
  });
}
