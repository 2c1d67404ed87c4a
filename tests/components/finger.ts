import { cdp } from 'vitest/browser';

export interface Point {
  readonly x: number;
  readonly y: number;
}

/** Where the page of the test stands in the window: the browser counts from the corner of the window. */
function inWindow({ x, y }: Point): Point {
  const frame = window.frameElement!.getBoundingClientRect();
  const scale = frame.width / innerWidth;
  return { x: frame.left + x * scale, y: frame.top + y * scale };
}

const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', points: readonly Point[]): Promise<unknown> =>
  cdp().send('Input.dispatchTouchEvent', {
    type,
    touchPoints: points.map((point, id) => ({ id, ...inWindow(point) })),
  });

/** Real touches: the browser itself decides between a press and a scroll. Several points are several fingers at once. */
export const down = (...points: readonly Point[]) => touch('touchStart', points);
export const move = (...points: readonly Point[]) => touch('touchMove', points);
export const up = () => touch('touchEnd', []);

export async function press(...points: readonly Point[]): Promise<void> {
  await down(...points);
  await up();
}

/** A touch that came down at a moment of the page's clock, of which the page hears only now. */
export async function pressAt(point: Point, at: number): Promise<void> {
  const timestamp = (performance.timeOrigin + at) / 1000;
  await cdp().send('Input.dispatchTouchEvent', {
    type: 'touchStart',
    touchPoints: [{ id: 0, ...inWindow(point) }],
    timestamp,
  });
  await up();
}

/** Comes down, moves, and goes while it moves: the browser makes a fling of it. */
export async function slide(from: Point, by: Point, steps = 12): Promise<void> {
  await down(from);
  for (let step = 1; step <= steps; step++) {
    await move({ x: from.x + (by.x * step) / steps, y: from.y + (by.y * step) / steps });
  }
  await up();
}

export function middleOf(element: Element): Point {
  const { left, top, width, height } = element.getBoundingClientRect();
  return { x: left + width / 2, y: top + height / 2 };
}
