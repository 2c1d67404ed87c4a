import { startTransition, useEffect, useState } from 'react';

const STEP = 60;

export interface GrowingList<Item> {
  readonly shown: readonly Item[];
  /** Goes on an element after the last item; more are drawn when it comes near. Null when all are there. */
  readonly endRef: ((element: Element | null) => void) | null;
}

/** Draws a long list as far as the user has scrolled: two thousand rows at once keep a phone busy for seconds. */
export function useGrowingList<Item>(items: readonly Item[], key: unknown): GrowingList<Item> {
  const [grown, setGrown] = useState({ key, count: STEP });
  const [end, setEnd] = useState<Element | null>(null);
  const count = grown.key === key ? grown.count : STEP;
  const hasMore = count < items.length;

  useEffect(() => {
    if (end === null || !hasMore) return;
    const observer = new IntersectionObserver(
      (entries) => {
        if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
        startTransition(() => setGrown({ key, count: count + STEP }));
      },
      // The margin counts only around the box that scrolls: inside a dialog the page itself never does.
      { root: end.closest('.overflow-y-auto'), rootMargin: '600px 0px' },
    );
    observer.observe(end);
    return () => observer.disconnect();
  }, [end, hasMore, key, count]);

  return { shown: hasMore ? items.slice(0, count) : items, endRef: hasMore ? setEnd : null };
}
