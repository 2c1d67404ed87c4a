import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { Tap } from '../../../../domain/model/state.ts';
import { type Likely, rankLikely } from '../../../../domain/results/likely.ts';

export interface StillRow {
  readonly tapId: string;
  /** As they were when the row was drawn first: chips must not change places under a finger. */
  readonly likely: readonly Likely[];
}

/** Rows that are done stay this long, and as long as fingers are tapping. */
export const CALM_MS = 2_000;

/** While fingers are busy, new taps come at the end and nothing else moves. In a pause the list is drawn anew. */
export function nextRows(
  rows: readonly StillRow[],
  waiting: readonly Tap[],
  toCome: readonly Likely[],
  isCalm: boolean,
): readonly StillRow[] {
  const make = (tap: Tap): StillRow => ({ tapId: tap.id, likely: rankLikely(toCome, tap) });
  if (isCalm) return waiting.map(make);
  const known = new Set(rows.map(({ tapId }) => tapId));
  const added = waiting.filter(({ id }) => !known.has(id));
  return added.length === 0 ? rows : [...rows, ...added.map(make)];
}

export interface StillRows {
  readonly rows: readonly StillRow[];
  /** Called for every finger that comes down anywhere on the screen. */
  readonly noteTouch: (pointerId: number) => void;
}

export function useStillRows(waiting: readonly Tap[], toCome: readonly Likely[]): StillRows {
  const [rows, setRows] = useState<readonly StillRow[]>(() => nextRows([], waiting, toCome, true));
  const fingers = useRef(new Set<number>());
  const lastTouch = useRef(-CALM_MS);
  const latest = useRef({ waiting, toCome });

  useLayoutEffect(() => {
    latest.current = { waiting, toCome };
    setRows((shown) => nextRows(shown, waiting, toCome, false));
  }, [waiting, toCome]);

  const timer = useRef<ReturnType<typeof setTimeout> | null>(null);
  useEffect(() => () => clearTimeout(timer.current ?? undefined), []);
  useEffect(() => {
    const settle = (): void => {
      const left = lastTouch.current + CALM_MS - performance.now();
      if (fingers.current.size > 0 || left > 0) {
        timer.current = setTimeout(settle, Math.max(left, CALM_MS / 4));
        return;
      }
      timer.current = null;
      setRows((shown) => nextRows(shown, latest.current.waiting, latest.current.toCome, true));
    };
    // Not begun anew with every change: on a busy event there would never be a pause.
    timer.current ??= setTimeout(settle, CALM_MS);
  }, [waiting, toCome]);

  useEffect(() => {
    const lift = ({ pointerId }: PointerEvent) => {
      fingers.current.delete(pointerId);
      lastTouch.current = performance.now();
    };
    addEventListener('pointerup', lift);
    addEventListener('pointercancel', lift);
    return () => {
      removeEventListener('pointerup', lift);
      removeEventListener('pointercancel', lift);
    };
  }, []);

  const noteTouch = useCallback((pointerId: number) => {
    fingers.current.add(pointerId);
    lastTouch.current = performance.now();
  }, []);
  return { rows, noteTouch };
}
