import { type RefObject, useLayoutEffect, useRef } from 'react';
import { prefersReducedMotion } from '../../ui/reduced-motion.ts';

const SLIDE: KeyframeAnimationOptions = { duration: 300, easing: 'cubic-bezier(0.2, 0, 0, 1)' };
const FLASH: KeyframeAnimationOptions = { duration: 1200, easing: 'ease-out' };

/**
 * Slides each row of the list from its old position to its new one, and flashes new rows. Rows are the children with
 * `data-row`; the flashing part of a row is its `[data-flash]`.
 */
export function useRowMotion(list: RefObject<HTMLElement | null>, order: string): void {
  const tops = useRef<ReadonlyMap<string, number> | null>(null);

  useLayoutEffect(() => {
    const rows = [...(list.current?.querySelectorAll<HTMLElement>('[data-row]') ?? [])];
    const before = tops.current;
    tops.current = new Map(rows.map((row) => [row.dataset['row'] ?? '', row.offsetTop]));
    if (!before || prefersReducedMotion()) return;

    // Fewer rows than before mean that the race begins anew: the remaining rows are not news.
    const isNewRace = rows.length < before.size;
    if (isNewRace) {
      list.current?.animate({ opacity: [0, 1] }, SLIDE);
      return;
    }
    const bottom = Math.max(0, ...before.values());
    for (const row of rows) {
      const from = before.get(row.dataset['row'] ?? '');
      const distance = (from ?? bottom + row.offsetHeight) - row.offsetTop;
      if (distance !== 0) row.animate({ transform: [`translateY(${distance}px)`, 'none'] }, SLIDE);
      if (from === undefined) row.querySelector('[data-flash]')?.animate({ opacity: [0.5, 0] }, FLASH);
    }
  }, [list, order]);
}
