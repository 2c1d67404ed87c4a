import { type CSSProperties, type RefObject, use, useLayoutEffect, useState } from 'react';
import { beforePaint } from './before-paint.ts';
import { RenderedAtContext } from '../clocks/rendered-at.ts';
import { rangeInView, type RowRange, WHOLE_UP_TO } from './row-window.ts';

export interface RowWindow extends RowRange {
  /** Reserves the room of the rows that are not in the document. */
  readonly style: CSSProperties | undefined;
  /** Whether rows must have exactly the height that they are counted with. */
  readonly isWindowed: boolean;
  /** Class of each row. */
  readonly rowClass: string;
}

/** Rows before anything has been measured. */
const AT_FIRST = 12;
/** Most rows that the server renders: as many as a board is made for. */
const MOST_RENDERED = 500;
/** Rows of a page that the server has rendered: a slow phone lays out those near the screen, and not the hundreds below. */
const FAR_ROWS = 'nth-[n+21]:[content-visibility:auto]';

/**
 * Keeps only the rows near the screen in the document: styles, layout and paint of 500 rows would take longer than the frame
 * in which a tap has to be answered. A page that the server has rendered begins with 500, for browsers without scripts.
 */
export function useRowWindow(list: RefObject<HTMLElement | null>, count: number, rowRem: number): RowWindow {
  const wasRendered = use(RenderedAtContext) !== null;
  /** Null until the screen has been measured. */
  const [range, setRange] = useState<RowRange | null>(null);
  const isWindowed = count > WHOLE_UP_TO;

  useLayoutEffect(() => {
    if (!isWindowed) return;
    let callOff: (() => void) | null = null;
    const measure = () => {
      callOff = null;
      if (list.current === null) return;
      const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
      const listTop = list.current.getBoundingClientRect().top;
      const next = rangeInView({ count, rowHeight: rowRem * rem, listTop, screenHeight: innerHeight });
      return () => setRange((known) => (known?.from === next.from && known.to === next.to ? known : next));
    };
    const measureSoon = () => {
      callOff ??= beforePaint(measure);
    };
    measureSoon();
    window.addEventListener('scroll', measureSoon, { passive: true });
    window.addEventListener('resize', measureSoon);
    return () => {
      callOff?.();
      window.removeEventListener('scroll', measureSoon);
      window.removeEventListener('resize', measureSoon);
    };
  }, [list, count, rowRem, isWindowed]);

  if (!isWindowed) return { from: 0, to: count, style: undefined, isWindowed, rowClass: '' };
  const to = Math.min(range?.to ?? (wasRendered ? MOST_RENDERED : AT_FIRST), count);
  const from = Math.min(range?.from ?? 0, to);
  // The content policy refuses styles in a page that the server has rendered; its first rows need no room before them.
  if (range === null && wasRendered) return { from, to, style: undefined, isWindowed, rowClass: FAR_ROWS };
  const style = { paddingTop: `${from * rowRem}rem`, height: `${count * rowRem}rem` };
  return { from, to, style, isWindowed, rowClass: '' };
}
