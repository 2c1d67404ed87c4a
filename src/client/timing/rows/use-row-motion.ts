import { type RefObject, useLayoutEffect, useRef } from 'react';
import { beforePaint } from './before-paint.ts';
import { prefersReducedMotion } from '../../ui/reduced-motion.ts';

const SLIDE: KeyframeAnimationOptions = { duration: 300, easing: 'cubic-bezier(0.2, 0, 0, 1)' };
const FLASH: KeyframeAnimationOptions = { duration: 1200, easing: 'ease-out' };
/** Most rows that come or go at once and are news: with more, the list has just been opened, or a search narrows it. */
const MOST_NEWS = 5;

interface RowBox {
  readonly top: number;
  readonly height: number;
  readonly mark: string;
}

/**
 * Slides each row of a list from its old position to its new one, by transform alone, and flashes rows whose time is
 * new. The layout is read once for each change of `order`, never for each frame. Rows are the list's children with
 * `data-row`; a row is new when its `data-mark` changes; `[data-flash]` is the part that flashes.
 */
export function useRowMotion(list: RefObject<HTMLElement | null>, order: string): void {
  const boxes = useRef<ReadonlyMap<string, RowBox> | null>(null);

  useLayoutEffect(
    () =>
      beforePaint(() => {
        const element = list.current;
        if (element === null) return;
        const rows = [...element.querySelectorAll<HTMLElement>(':scope > [data-row]')];
        const before = boxes.current;
        const after = new Map(rows.map((row) => [row.dataset['row'] ?? '', boxOf(row)]));
        boxes.current = after;
        if (before === null || prefersReducedMotion()) return;
        const top = element.getBoundingClientRect().top;
        return () => move(rows, before, after, top);
      }),
    [list, order],
  );
}

function boxOf(row: HTMLElement): RowBox {
  return { top: row.offsetTop, height: row.offsetHeight, mark: row.dataset['mark'] ?? '' };
}

type RowBoxes = ReadonlyMap<string, RowBox>;

function move(rows: readonly HTMLElement[], before: RowBoxes, after: RowBoxes, listTop: number): void {
  const isInView = ({ top, height }: RowBox) => listTop + top < innerHeight && listTop + top + height > 0;
  const news: HTMLElement[] = [];
  // A row that is found by a search is tapped at once, and a row that still slides would take no tap.
  if (countMissing(before, after) > MOST_NEWS || countMissing(after, before) > MOST_NEWS) return;
  for (const row of rows) {
    const id = row.dataset['row'] ?? '';
    const from = before.get(id);
    const to = after.get(id)!;
    if (from?.mark !== to.mark && isInView(to)) news.push(row);
    if (from === undefined || from.top === to.top || (!isInView(from) && !isInView(to))) continue;
    row.animate({ transform: [`translateY(${from.top - to.top}px)`, 'none'] }, SLIDE);
  }
  if (news.length > MOST_NEWS) return;
  for (const row of news) row.querySelector('[data-flash]')?.animate({ opacity: [0.5, 0] }, FLASH);
}

function countMissing(from: RowBoxes, among: RowBoxes): number {
  return [...from.keys()].filter((id) => !among.has(id)).length;
}
