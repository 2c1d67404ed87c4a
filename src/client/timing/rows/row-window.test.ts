import { expect, test } from 'vitest';
import { rangeInView, WHOLE_UP_TO } from './row-window.ts';

const geometry = { count: 350, rowHeight: 96, listTop: 400, screenHeight: 844 };

test('a short list is there as a whole', () => {
  expect(rangeInView({ ...geometry, count: WHOLE_UP_TO, listTop: -9000 })).toEqual({ from: 0, to: WHOLE_UP_TO });
});

test('of a long list there is what is in view, and some more on both sides', () => {
  expect(rangeInView(geometry)).toEqual({ from: 0, to: 12 });
  // The rows 102 to 110 are in view.
  expect(rangeInView({ ...geometry, listTop: -9792 })).toEqual({ from: 96, to: 120 });
});

test('scrolling by a row changes nothing most of the time', () => {
  expect(rangeInView({ ...geometry, listTop: -9800 })).toEqual(rangeInView({ ...geometry, listTop: -9896 }));
});

test('a list out of view, above or below, keeps the rows that come first', () => {
  expect(rangeInView({ ...geometry, listTop: 5000 })).toEqual({ from: 0, to: 12 });
  expect(rangeInView({ ...geometry, listTop: -90_000 })).toEqual({ from: 338, to: 350 });
});

test('nothing is in view outside the range, wherever one is', () => {
  for (let top = 2000; top > -36_000; top -= 37) {
    const { from, to } = rangeInView({ ...geometry, listTop: top });
    const firstInView = Math.max(0, Math.floor(-top / 96));
    const lastInView = Math.min(350, Math.ceil((844 - top) / 96));
    if (lastInView <= 0 || firstInView >= 350) continue;
    expect(from).toBeLessThanOrEqual(firstInView);
    expect(to).toBeGreaterThanOrEqual(lastInView);
  }
});
