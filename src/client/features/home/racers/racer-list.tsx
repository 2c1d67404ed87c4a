import { memo, useMemo } from 'react';
import { findRacers } from '../../../../domain/racers/find.ts';
import { type Racer, sortRacers } from '../../../../domain/racers/library.ts';
import { useGrowingList } from '../../../event/use-growing-list.ts';
import { Button } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import type { RacerView } from './racer-filters.tsx';
import { RacerRow } from './racer-row.tsx';
import type { RacerActions } from './use-racer-actions.ts';

/** The room of rows that are not drawn yet is reserved, so that the scroll bar is right. */
const ROW_PX = 65;

export interface RacerListProps {
  readonly racers: readonly Racer[];
  readonly view: RacerView;
  readonly pendingIds: ReadonlySet<string>;
  readonly actions: RacerActions;
  readonly onShowAll: () => void;
}

/** Memoised as a whole: the list lags behind the typed search, and must not be drawn again until it has caught up. */
export const RacerList = memo(function RacerList({ racers, view, pendingIds, actions, onShowAll }: RacerListProps) {
  const { search, group, sort } = view;
  const sorted = useMemo(() => sortRacers(racers, sort), [racers, sort]);
  const shown = useMemo(() => findRacers(sorted, { search, group }), [sorted, search, group]);
  const { shown: drawn, endRef } = useGrowingList(shown, view);
  if (shown.length === 0) {
    return (
      <EmptyState title="No racer fits" action={<Button onClick={onShowAll}>Show all racers</Button>}>
        None of your {racers.length} racers has this name and group.
      </EmptyState>
    );
  }
  return (
    <ul
      aria-label="Racers"
      className="max-h-[600px] overflow-y-auto rounded-card border border-line bg-card shadow-card"
    >
      {drawn.map((racer) => (
        <RacerRow key={racer.id} racer={racer} isPending={pendingIds.has(racer.id)} actions={actions} />
      ))}
      {endRef && <li ref={endRef} aria-hidden="true" style={{ height: (shown.length - drawn.length) * ROW_PX }} />}
    </ul>
  );
});
