import { type ReactNode, use, useDeferredValue } from 'react';
import type { Counters } from '../../../../domain/results/lists.ts';
import type { Board } from '../../../../domain/board/board.ts';
import type { OpenEvent } from '../../../event/event-context.ts';
import { useStable } from '../../../ui/use-stable.ts';
import type { BoardDialog } from '../board-dialog.ts';
import { Strip } from '../strip/strip.tsx';
import { WatchedContext } from '../strip/watched-times.ts';
import { RaceBar } from './race-bar.tsx';
import type { BoardSearch } from './use-board-search.tsx';

export interface BoardBarProps {
  readonly name: string;
  readonly open: OpenEvent | null;
  readonly board: Board;
  readonly search: BoardSearch;
  readonly mayTime: boolean;
  readonly mayAdd: boolean;
  /** The strip's room is there before the strip is: no list below may move. */
  readonly isTiming: boolean;
  readonly isOpening: boolean;
  readonly status: ReactNode;
  /** Bar in place of the event's own line. */
  readonly bar: ((counters: Counters) => ReactNode) | undefined;
  readonly onDialog: (dialog: BoardDialog) => void;
  readonly onLeave: () => void;
}

/** Bar that stays on top of a timing board. It may follow a tap in a frame of its own. */
export function BoardBar(props: BoardBarProps) {
  const { name, search, mayTime, mayAdd, isTiming, isOpening, status, bar, onDialog } = props;
  const open = useDeferredValue(props.open);
  const { counters, out } = useDeferredValue(props.board);
  const { looks, refused } = use(WatchedContext);
  const onLeave = useStable(props.onLeave);
  const onLook = useStable(() => onDialog({ kind: 'look' }));
  const { isNarrow, field } = search;
  return (
    <div
      data-timing-bar
      className="sticky top-0 z-10 -mx-1 bg-paper px-1 pt-[env(safe-area-inset-top)] lying:md:grid lying:md:auto-cols-fr lying:md:grid-flow-col lying:md:gap-6"
    >
      {bar?.(counters) ?? (
        <RaceBar
          {...{ name, open, counters, isNarrow, status, onDialog, onLeave }}
          out={out.length}
          // An event without racers asks for them on the empty board itself.
          mayAdd={mayAdd && counters.total > 0}
          mayInvite={mayTime && open?.may('inviteAdmins') === true}
          onSearch={isNarrow && field !== null ? search.open : null}
        />
      )}
      {search.isOver && <div className="absolute inset-x-0 top-[env(safe-area-inset-top)] bg-paper">{field}</div>}
      {isTiming && (
        <div className="h-11">
          {isOpening && (
            <p role="status" className="flex h-full items-center px-1 text-14 text-ink-2">
              Opening the timer…
            </p>
          )}
          {open !== null && mayTime && (
            <Strip
              open={open}
              looks={looks.length}
              refused={refused}
              onLook={onLook}
              search={!isNarrow && field && <div className="w-72 shrink-0">{field}</div>}
            />
          )}
        </div>
      )}
    </div>
  );
}
