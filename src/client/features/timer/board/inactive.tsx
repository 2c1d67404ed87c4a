import { memo, useRef } from 'react';
import type { Entry, Line } from '../../../../domain/events/state.ts';
import type { RacerTimes } from '../../../../domain/timing/results.ts';
import { BoardSection } from './board-section.tsx';
import { RacerCard } from './racer-card.tsx';
import type { ShowDetails } from './racer-name.tsx';
import { type Tap, TapButton } from './tap-button.tsx';
import { skipHidden } from './skip-hidden.ts';
import { useKeepFocus } from './use-keep-focus.ts';
import { useRowMotion } from './use-row-motion.ts';

export interface InactiveProps {
  readonly racers: readonly RacerTimes[];
  /** `finish` on a phone at the finish line that may not hear of starts in time. */
  readonly line: Line;
  readonly isDisabled: boolean;
  readonly onTap: Tap;
  readonly onShow: ShowDetails | null;
  readonly empty: string;
}

export function Inactive({ racers, line, isDisabled, onTap, onShow, empty }: InactiveProps) {
  const list = useRef<HTMLUListElement>(null);
  const order = racers.map(({ entry }) => entry.racerId).join();
  useRowMotion(list, order);
  useKeepFocus(list, order);
  return (
    <BoardSection title="Inactive Racers" aside={racers.length > 0 ? String(racers.length) : undefined} empty={empty}>
      {racers.length > 0 && (
        <ul ref={list} className={`relative flex flex-col gap-2.5 ${skipHidden(racers.length, 'cards')}`}>
          {racers.map(({ entry }) => (
            <InactiveRow
              key={entry.racerId}
              entry={entry}
              line={line}
              isDisabled={isDisabled}
              onTap={onTap}
              onShow={onShow}
            />
          ))}
        </ul>
      )}
    </BoardSection>
  );
}

interface RowProps extends Pick<InactiveProps, 'line' | 'isDisabled' | 'onTap' | 'onShow'> {
  readonly entry: Entry;
}

const InactiveRow = memo(function InactiveRow({ entry, line, isDisabled, onTap, onShow }: RowProps) {
  return (
    <RacerCard
      entry={entry}
      isPending={false}
      onShow={onShow}
      action={<TapButton line={line} entry={entry} isDisabled={isDisabled} onTap={onTap} />}
    >
      {entry.groups.length > 0 && <bdi>{entry.groups.join(' · ')}</bdi>}
    </RacerCard>
  );
});
