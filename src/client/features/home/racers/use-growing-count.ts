import { type RefObject, startTransition, useEffect, useRef, useState } from 'react';

export const ROW_PX = 65;
const FIRST_ROWS = 40;
const STEP = 80;

export interface GrowingCount {
  /** The number of rows in the document. */
  readonly count: number;
  /** The element that reserves the room of the other rows. */
  readonly rest: RefObject<HTMLLIElement | null>;
}

/**
 * Rows are added as the box is scrolled towards them: two thousand at once keep a phone busy for seconds. Rows are
 * never removed, so nothing above the visible ones ever changes its height. Another `list` begins anew.
 */
export function useGrowingCount(total: number, list: unknown): GrowingCount {
  const [grown, setGrown] = useState({ list, count: FIRST_ROWS });
  const rest = useRef<HTMLLIElement>(null);
  if (grown.list !== list) setGrown({ list, count: FIRST_ROWS });
  const count = Math.min(total, grown.count);
  const isWhole = count === total;

  useEffect(() => {
    const box = rest.current?.parentElement;
    if (isWhole || !box || !rest.current) return;
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (!entry?.isIntersecting) return;
        const inView = Math.ceil((box.scrollTop + box.clientHeight) / ROW_PX);
        startTransition(() => setGrown((before) => ({ ...before, count: Math.max(before.count, inView) + STEP })));
      },
      { root: box, rootMargin: '600px 0px' },
    );
    observer.observe(rest.current);
    return () => observer.disconnect();
    // Observed anew after each growth: an observer is silent while its target stays in view.
  }, [count, isWhole]);

  return { count, rest };
}
