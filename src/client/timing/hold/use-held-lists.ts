import { useEffect, useLayoutEffect, useReducer, useRef, useState } from 'react';
import { expectOwnMove } from '../taps/button-places.ts';
import { onCloseUp } from '../hands/close-up.ts';
import { hands } from '../hands/hands.ts';
import { type HeldRows, holdRows, isShown, type Lists, QUIET_MS, quietAt, restsUntil, showRows } from './hold-rows.ts';

export interface HoldParts {
  /** Somebody is about to cross a line of this screen. */
  readonly isSomeoneExpected: () => boolean;
  readonly isInactiveInSight: () => boolean;
}

/** A finger that is down, or a racer who is expected, says nothing of when that will be over. */
const LOOK_EVERY_MS = 1_000;

/** The rows as they are on the screen: each keeps its place until a person asks, or the line is quiet. */
export function useHeldLists(wanted: Lists, parts: HoldParts): HeldRows {
  const [held, setHeld] = useState(() => showRows(wanted));
  const [looks, lookAgain] = useReducer((count: number) => count + 1, 0);
  const rows = holdNow(held, wanted, parts);
  if (rows !== held) setHeld(rows);

  const latest = useRef({ rows, wanted });
  useLayoutEffect(() => {
    latest.current = { rows, wanted };
  });
  useEffect(
    () =>
      onCloseUp((wish) => {
        const { rows: shown, wanted: next } = latest.current;
        if (isShown(shown, next)) return;
        if (wish === 'by-scroll') expectOwnMove();
        setHeld(showRows(next));
      }),
    [],
  );
  // Each look plans the next one: what it waits for may have moved on meanwhile.
  useEffect(() => {
    if (isShown(rows, wanted)) return;
    const now = performance.now();
    const next = Math.min(restsUntil(rows), Math.max(hands.calmAt(QUIET_MS), quietAt(rows)));
    const timer = setTimeout(lookAgain, Math.min(Math.max(0, next - now) + 1, LOOK_EVERY_MS));
    return () => clearTimeout(timer);
  }, [rows, wanted, looks]);
  return rows;
}

function holdNow(held: HeldRows, wanted: Lists, { isSomeoneExpected, isInactiveInSight }: HoldParts): HeldRows {
  const now = performance.now();
  const rows = holdRows(held, wanted, now, isInactiveInSight);
  if (isShown(rows, wanted)) return rows;
  const isQuiet = Math.max(hands.calmAt(QUIET_MS), quietAt(rows)) <= now;
  return isQuiet && !isSomeoneExpected() ? showRows(wanted) : rows;
}
