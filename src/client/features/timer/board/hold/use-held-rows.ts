import { useEffect, useMemo, useReducer, useState } from 'react';
import type { EventState } from '../../../../../domain/events/state.ts';
import type { EntryResult } from '../../../../../domain/results/entry-result.ts';
import { readResult, readResults } from '../../../../../domain/results/read-results.ts';
import type { Board } from '../../../../../domain/timing/board.ts';
import { hands, whenCalm } from './hands.ts';
import { type HeldRows, holdRows, isShown, type Lists, showRows } from './hold-rows.ts';

/** The racers of a list in the order on the screen: those who have left the list among them, until the hands are calm. */
export interface HeldBoard {
  readonly onCourse: readonly EntryResult[];
  readonly inactive: readonly EntryResult[];
}

export function useHeldRows(event: EventState, board: Board): HeldBoard {
  const wanted = useMemo(() => listIds(board), [board]);
  const [held, setHeld] = useState(() => showRows(wanted));
  const [, lookAgain] = useReducer((count: number) => count + 1, 0);
  const rows = holdNow(held, wanted);
  if (rows !== held) setHeld(rows);

  useEffect(() => (isShown(rows, wanted) ? undefined : whenCalm(lookAgain)), [rows, wanted]);

  return useMemo(() => {
    const results = new Map(readResults(event).map((result) => [result.entry.racerId, result]));
    const resultsOf = (ids: readonly string[]) =>
      ids.flatMap((id) => {
        const entry = event.entries[id];
        // A racer who was removed has no result, and stays in the row as done.
        return results.get(id) ?? (entry === undefined ? [] : readResult(event, entry));
      });
    return { onCourse: resultsOf(rows.onCourse.ids), inactive: resultsOf(rows.inactive.ids) };
  }, [event, rows]);
}

function holdNow(held: HeldRows, wanted: Lists): HeldRows {
  const now = performance.now();
  return holdRows(held, wanted, now, hands.calmAt() <= now);
}

function listIds({ onCourse, inactive }: Board): Lists {
  const idOf = ({ entry }: EntryResult) => entry.racerId;
  return { onCourse: onCourse.map(idOf), inactive: inactive.map(idOf) };
}
