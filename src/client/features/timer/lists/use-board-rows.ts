import { type RefObject, useRef } from 'react';
import type { EventState } from '../../../../domain/model/state.ts';
import type { Board } from '../../../../domain/board/board.ts';
import { type HeldBoard, useHeldRows } from '../../../timing/hold/use-held-rows.ts';
import type { Tap } from '../../../timing/taps/timing-button.tsx';
import { useStable } from '../../../ui/use-stable.ts';

export interface BoardRowsParts {
  readonly event: EventState;
  readonly board: Board;
  readonly isSomeoneExpected: () => boolean;
  readonly record: Tap;
  readonly closeSearch: () => void;
}

/** The rows on the screen, and how they are tapped. */
export interface BoardRows {
  /** A row under a finger stays. */
  readonly held: HeldBoard;
  readonly onTap: Tap;
  readonly inactiveList: RefObject<HTMLDivElement | null>;
  /** The list of the last tap keeps its place on the screen. */
  readonly tappedList: () => Element | null;
  readonly wasEndedByTap: () => boolean;
}

/** Rows of the board's lists and their taps; after a tap the search is over. */
export function useBoardRows({ event, board, isSomeoneExpected, record, closeSearch }: BoardRowsParts): BoardRows {
  const inactiveList = useRef<HTMLDivElement>(null);
  const last = useRef<{ list: Element | null; endsSearch: boolean }>({ list: null, endsSearch: false });
  // While a row of the inactive racers is in sight, no row may be added above.
  const isInactiveInSight = useStable(() => {
    const top = inactiveList.current?.getBoundingClientRect().top;
    return top !== undefined && top < innerHeight;
  });
  const held = useHeldRows(event, board, { isSomeoneExpected, isInactiveInSight });
  const onTap = useStable<Parameters<Tap>, Promise<void>>(async (entry, line, timeStamp, team) => {
    const row = inactiveList.current?.querySelector(`[data-row="${CSS.escape(entry.racerId)}"]`) ?? null;
    last.current.list = row === null ? null : inactiveList.current;
    await record(entry, line, timeStamp, team);
    last.current.endsSearch = true;
    closeSearch();
  });
  const wasEndedByTap = useStable(() => {
    const { endsSearch } = last.current;
    last.current.endsSearch = false;
    return endsSearch;
  });
  return { held, onTap, inactiveList, tappedList: useStable(() => last.current.list), wasEndedByTap };
}
