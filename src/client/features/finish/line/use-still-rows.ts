import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { Tap } from '../../../../domain/model/state.ts';
import { type Likely, rankLikely } from '../../../../domain/results/likely.ts';
import { hands } from '../../../timing/hands/hands.ts';

export interface StillRow {
  readonly tapId: string;
  /** As they were when the row was drawn first: chips must not change places under a finger. */
  readonly likely: readonly Likely[];
}

/** What the list is made of. */
export interface WantedRows {
  /** Times that the server has refused, and that nobody has dismissed yet. */
  readonly refused: readonly string[];
  readonly waiting: readonly Tap[];
  readonly toCome: readonly Likely[];
}

/** Rows that are done stay this long, and as long as hands are busy. */
export const CALM_MS = 2_000;
/** A finger that is down says nothing of when it will go. */
const LOOK_EVERY_MS = 500;

/** While hands are busy, new taps come at the end and nothing else moves. In a pause the list is drawn anew. */
export function nextRows(
  rows: readonly StillRow[],
  { refused, waiting, toCome }: WantedRows,
  isCalm: boolean,
): readonly StillRow[] {
  const known = new Set(isCalm ? [] : rows.map(({ tapId }) => tapId));
  const added = [
    ...refused.filter((id) => !known.has(id)).map((tapId): StillRow => ({ tapId, likely: [] })),
    ...waiting.filter(({ id }) => !known.has(id)).map((tap) => ({ tapId: tap.id, likely: rankLikely(toCome, tap) })),
  ];
  if (isCalm) return added;
  return added.length === 0 ? rows : [...rows, ...added];
}

/** The rows as they are on the screen: each keeps its place until the hands are calm. */
export function useStillRows(wanted: WantedRows): readonly StillRow[] {
  const { refused, waiting, toCome } = wanted;
  const [rows, setRows] = useState(() => nextRows([], wanted, true));
  const latest = useRef(wanted);

  useLayoutEffect(() => {
    latest.current = { refused, waiting, toCome };
    setRows((shown) => nextRows(shown, latest.current, false));
  }, [refused, waiting, toCome]);

  const timer = useRef<ReturnType<typeof setTimeout> | null>(null);
  useEffect(() => () => clearTimeout(timer.current ?? undefined), []);
  useEffect(() => {
    const settle = (): void => {
      const left = hands.calmAt(CALM_MS) - performance.now();
      timer.current = left > 0 ? setTimeout(settle, Math.min(left, LOOK_EVERY_MS)) : null;
      if (left <= 0) setRows((shown) => nextRows(shown, latest.current, true));
    };
    // Not begun anew with every change: on a busy event there would never be a pause.
    timer.current ??= setTimeout(settle, CALM_MS);
  }, [refused, waiting, toCome]);
  return rows;
}
