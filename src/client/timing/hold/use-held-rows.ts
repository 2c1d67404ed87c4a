import { useMemo } from 'react';
import type { EventState } from '../../../domain/model/state.ts';
import type { EntryResult } from '../../../domain/results/entry-result.ts';
import { readResult, readResults } from '../../../domain/results/read-results.ts';
import type { Board } from '../../../domain/board/board.ts';
import { isDone, type Lists } from './hold-rows.ts';
import { type HoldParts, useHeldLists } from './use-held-lists.ts';

/** The rows of the board in the order on the screen: those who have left their list are among them until it closes up. */
export interface HeldBoard {
  readonly onCourse: readonly EntryResult[];
  readonly inactive: readonly EntryResult[];
  /** Racers whose row says what was done, and has no button. */
  readonly done: ReadonlySet<string>;
  /** Racers who are no longer in the list in which their row stands. */
  readonly moved: ReadonlySet<string>;
}

export function useHeldRows(event: EventState, board: Board, parts: HoldParts): HeldBoard {
  const wanted = useMemo(() => listIds(board), [board]);
  const rows = useHeldLists(wanted, parts);
  return useMemo(() => {
    const results = new Map(readResults(event).map((result) => [result.entry.racerId, result]));
    const resultsOf = (ids: readonly string[]) =>
      ids.flatMap((id) => {
        const entry = event.entries[id];
        // A racer who was removed has no result, and stays in the row as done.
        return results.get(id) ?? (entry === undefined ? [] : readResult(event, entry));
      });
    return {
      onCourse: resultsOf(rows.onCourse),
      inactive: resultsOf(rows.inactive),
      done: new Set([...rows.changed.keys()].filter((id) => isDone(rows, id))),
      moved: new Set(rows.changed.keys()),
    };
  }, [event, rows]);
}

function listIds({ onCourse, inactive }: Board): Lists {
  const idOf = ({ entry }: EntryResult) => entry.racerId;
  return { onCourse: onCourse.map(idOf), inactive: inactive.map(idOf) };
}
