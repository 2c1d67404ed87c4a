import { useEffect } from 'react';
import { expectOwnMove } from '../taps/button-places.ts';
import { onCloseUp } from '../hands/close-up.ts';
import { hands } from '../hands/hands.ts';
import { type HeldRows, holdRows, isShown, type Lists, QUIET_MS, quietAt, restsUntil, showRows } from './hold-rows.ts';
import { useHold } from './use-hold.ts';

export interface HoldParts {
  /** Somebody is about to cross a line of this screen. */
  readonly isSomeoneExpected: () => boolean;
  readonly isInactiveInSight: () => boolean;
}

const calmAt = (rows: HeldRows): number => Math.max(hands.calmAt(QUIET_MS), quietAt(rows));

/** The rows as they are on the screen: each keeps its place until a person asks, or the line is quiet. */
export function useHeldLists(wanted: Lists, { isSomeoneExpected, isInactiveInSight }: HoldParts): HeldRows {
  const [rows, closeUp] = useHold<HeldRows, Lists>(wanted, {
    show: showRows,
    keep: (held, next, now) => holdRows(held, next, now, isInactiveInSight),
    isShown,
    mayMove: (held, now) => calmAt(held) <= now && !isSomeoneExpected(),
    nextLook: (held) => Math.min(restsUntil(held), calmAt(held)),
  });
  useEffect(
    () =>
      onCloseUp((wish) => {
        if (closeUp() && wish === 'by-scroll') expectOwnMove();
      }),
    [closeUp],
  );
  return rows;
}
