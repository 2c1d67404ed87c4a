import type { ReactNode } from 'react';
import type { Line } from '../../../../domain/model/lines.ts';
import type { EventState } from '../../../../domain/model/state.ts';
import type { Doubt } from '../../../../domain/results/doubts.ts';
import type { RacerNodes } from '../../../timing/rows/racer-list.tsx';
import { type RefusedTap, refusedWords } from '../../../timing/taps/refused-taps.ts';
import { describeChoice, DoubtChip } from './doubt-chip.tsx';
import { RefusedChip } from '../../../timing/taps/refused-chip.tsx';

export interface ChipSteps {
  readonly onSettle: (racerId: string, line: Line) => void;
  readonly onExplain: (tap: RefusedTap) => void;
}

interface Asked {
  readonly doubts: readonly Doubt[];
  readonly refused: readonly RefusedTap[];
  /** Times without a name that may be the racer's. */
  readonly unnamed: RacerNodes;
}

/** What is asked in the rows of racers. The steps go into the chips as they are: a chip that is the same is not drawn again. */
export function drawChips(
  event: EventState,
  { doubts, refused, unnamed }: Asked,
  { onSettle, onExplain }: ChipSteps,
): RacerNodes {
  const chips = new Map<string, ReactNode>();
  for (const doubt of doubts) {
    const choice = describeChoice(event, doubt);
    const { racerId, name } = doubt.racer.entry;
    if (choice !== null) chips.set(racerId, <DoubtChip {...{ ...choice, racerId, name, onSettle }} />);
  }
  for (const [racerId, chip] of unnamed) chips.set(racerId, chip);
  // A refused tap comes before any question: the racer must be tapped again.
  for (const tap of refused) {
    if (tap.racerId === null) continue;
    chips.set(tap.racerId, <RefusedChip label={refusedWords(tap.line)} tap={tap} onExplain={onExplain} />);
  }
  return chips;
}
