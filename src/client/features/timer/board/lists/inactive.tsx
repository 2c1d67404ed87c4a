import { type ComponentType, memo, type ReactNode } from 'react';
import type { Entry, EndLine } from '../../../../../domain/events/state.ts';
import type { EntryResult } from '../../../../../domain/results/entry-result.ts';
import { BoardSection } from './board-section.tsx';
import { RacerCard } from '../rows/racer-card.tsx';
import { type ChipOf, type DoneProps, isIn, RacerList, type RacerListProps } from '../rows/racer-list.tsx';
import type { ShowDetails } from '../rows/racer-name.tsx';
import type { Tap, TapButtonProps } from '../taps/timing-button.tsx';

export interface InactiveProps {
  readonly racers: readonly EntryResult[];
  /** `finish` on a phone at the finish line that may not hear of starts in time. */
  readonly line: EndLine;
  readonly Button: ComponentType<TapButtonProps>;
  readonly isDisabled: boolean;
  readonly onTap: Tap;
  readonly onShow: ShowDetails | null;
  readonly empty: string;
  readonly Done?: ComponentType<DoneProps>;
  readonly chipOf?: ChipOf;
  readonly KeepFocus?: RacerListProps['KeepFocus'];
}

export function Inactive({ racers, empty, Done, chipOf, KeepFocus, ...rest }: InactiveProps) {
  return (
    <BoardSection title="Inactive Racers" aside={racers.length > 0 ? String(racers.length) : undefined} empty={empty}>
      {racers.length > 0 && (
        <RacerList racers={racers} KeepFocus={KeepFocus}>
          {(racer) =>
            Done && !isIn(racer, 'inactive') ? (
              <Done racer={racer} line={rest.line} />
            ) : (
              <InactiveRow entry={racer.entry} chip={chipOf?.(racer.entry.racerId)} {...rest} />
            )
          }
        </RacerList>
      )}
    </BoardSection>
  );
}

interface RowProps extends Pick<InactiveProps, 'line' | 'Button' | 'isDisabled' | 'onTap' | 'onShow'> {
  readonly entry: Entry;
  readonly chip: ReactNode;
}

const InactiveRow = memo(function InactiveRow({ entry, chip, line, Button, isDisabled, onTap, onShow }: RowProps) {
  return (
    <RacerCard
      entry={entry}
      isPending={false}
      onShow={onShow}
      chip={chip}
      action={<Button line={line} entry={entry} isDisabled={isDisabled} onTap={onTap} />}
    >
      {entry.groups.length > 0 && <bdi>{entry.groups.join(' · ')}</bdi>}
    </RacerCard>
  );
});
