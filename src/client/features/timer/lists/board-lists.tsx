import { type ReactNode, useMemo } from 'react';
import type { EventState } from '../../../../domain/model/state.ts';
import type { Board } from '../../../../domain/board/board.ts';
import { describeEmpty } from '../../../leaderboard/search/describe-empty.ts';
import { createSearch } from '../../../../domain/board/search.ts';
import { Button } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import type { HeldBoard } from '../../../timing/hold/use-held-rows.ts';
import { useStartsRest } from '../../../event/use-starts-rest.ts';
import type { BoardRows } from './use-board-rows.ts';
import { TimingLists, type TimingListsProps } from './timing-lists.tsx';

type FromTimingLists = Pick<TimingListsProps, 'pendingIds' | 'line' | 'isDisabled' | 'onShow' | 'teams'>;

export interface BoardListsProps extends FromTimingLists {
  readonly event: EventState;
  readonly board: Board;
  readonly rows: BoardRows;
  readonly query: string;
  /** The results. */
  readonly side: ReactNode;
  /** Shown above the lists. */
  readonly children?: ReactNode;
}

/** The lists of racers on course and of inactive ones, and the results beside them. */
export function BoardLists(props: BoardListsProps) {
  const { event, board, rows, query, side, children, ...rest } = props;
  const { held, onTap, inactiveList } = rows;
  const startsRest = useStartsRest(event);
  const found = useMemo(() => {
    const isFound = createSearch(query);
    const only = (racers: HeldBoard['onCourse']) => racers.filter(({ entry }) => isFound(entry));
    return { ...held, onCourse: only(held.onCourse), inactive: only(held.inactive) };
  }, [held, query]);
  return (
    <div data-timing-area className="grid items-start gap-x-6 gap-y-3 md:grid-cols-2 lg:gap-x-8">
      <div className="flex min-w-0 flex-col">
        {children}
        <TimingLists
          held={found}
          event={event}
          best={board.best}
          nobody={{
            onCourse: describeEmpty(
              query,
              board.onCourse.length > 0 ? 'In their rows below.' : 'Nobody is on course.',
              board.onCourse.length,
            ),
            inactive: describeEmpty(query, 'Nobody is waiting to start.', board.inactive.length),
          }}
          {...{ onTap, inactiveList }}
          {...rest}
          startsRest={startsRest}
        />
      </div>
      <div data-board-results className="min-w-0">
        {side}
      </div>
    </div>
  );
}

export function NobodyYet({ onAdd }: { readonly onAdd: (() => void) | null }) {
  return (
    <div className="mb-3">
      <EmptyState
        title="No racers yet"
        action={
          onAdd !== null && (
            <Button variant="primary" size="lg" onClick={onAdd}>
              Add Racers
            </Button>
          )
        }
      >
        {onAdd === null ? 'The organiser hasn’t added any.' : 'Add today’s racers, then press Start.'}
      </EmptyState>
    </div>
  );
}
