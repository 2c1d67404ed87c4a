import type { ReactNode } from 'react';
import type { Line } from '../../../../domain/model/lines.ts';
import type { EventState } from '../../../../domain/model/state.ts';
import type { Look } from '../../../../domain/results/looks.ts';
import type { RacerNodes } from '../../../timing/rows/racer-list.tsx';
import { type RefusedTap, refusedWords } from '../../../timing/taps/refused-taps.ts';
import { describeChoice, DoubtChip } from './doubt-chip.tsx';
import { RefusedChip } from '../../../timing/taps/refused-chip.tsx';
import { RefusedSummary, type RefusedSummaryProps } from '../../../timing/taps/refused-summary.tsx';

export interface ChipSteps {
  /** A line of null opens the sheet of the racer. */
  readonly onSettle: (racerId: string, line: Line | null) => void;
  readonly onExplain: (tap: RefusedTap) => void;
}

interface Asked {
  readonly looks: readonly Look[];
  readonly refused: readonly RefusedTap[];
  /** Times without a name that may be the racer's. */
  readonly unnamed: RacerNodes;
}

/**
 * Chips with questions in the rows of racers. Their steps are passed on unchanged, so that a chip that is the same is not
 * drawn again.
 */
export function drawChips(
  event: EventState,
  { looks, refused, unnamed }: Asked,
  { onSettle, onExplain }: ChipSteps,
): RacerNodes {
  const chips = new Map<string, ReactNode>();
  // The worst look is listed first, and a row has room for one: the last one set stays.
  for (const look of looks.toReversed()) {
    const choice = describeChoice(event, look);
    if (choice === null) continue;
    const { racerId, name } = choice.entry;
    chips.set(racerId, <DoubtChip {...{ ...choice, racerId, name, onSettle }} />);
  }
  for (const [racerId, chip] of unnamed) chips.set(racerId, chip);
  // A refused tap comes before any question: the racer must be tapped again.
  for (const tap of refused) {
    if (tap.racerId === null) continue;
    chips.set(tap.racerId, <RefusedChip label={refusedWords(tap.line)} tap={tap} onExplain={onExplain} />);
  }
  return chips;
}

/** Refused taps for the strip, which have no row that could say them. */
export function drawRowless(open: RefusedSummaryProps['open'], refused: readonly RefusedTap[]): ReactNode {
  const { entries } = open.event;
  const rowless = refused.filter(({ racerId }) => racerId === null || entries[racerId]?.removed !== false);
  return rowless.length > 0 && <RefusedSummary open={open} refused={rowless} />;
}
