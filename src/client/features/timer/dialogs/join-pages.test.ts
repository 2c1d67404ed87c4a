import { expect, test } from 'vitest';
import type { Change } from '../../../../domain/events/changes.ts';
import { joinPages } from './join-pages.ts';

const page = (from: number, to: number, hasMore = to > 1) => ({
  changes: Array.from({ length: from - to + 1 }, (_, index) => ({ seq: from - index }) as Change),
  hasMore,
});
const numbers = (history: { readonly changes: readonly Change[] }) => history.changes.map(({ seq }) => seq);

test('an older page goes to the end, and says whether there is more', () => {
  const joined = joinPages(page(9, 5), page(4, 1), 'older');
  expect(numbers(joined)).toEqual([9, 8, 7, 6, 5, 4, 3, 2, 1]);
  expect(joined.hasMore).toBe(false);
});

test('a newer page goes to the front, and nothing is told twice', () => {
  const joined = joinPages(page(9, 5), page(11, 7), 'newest');
  expect(numbers(joined)).toEqual([11, 10, 9, 8, 7, 6, 5]);
  expect(joined.hasMore).toBe(true);
  expect(numbers(joinPages(page(9, 5), page(12, 10), 'newest'))).toEqual([12, 11, 10, 9, 8, 7, 6, 5]);
});

test('where a page does not reach what is known, the list begins anew instead of having a hole', () => {
  const joined = joinPages(page(9, 1, false), page(20, 11), 'newest');
  expect(numbers(joined)).toEqual(numbers(page(20, 11)));
  expect(joined.hasMore).toBe(true);
});
