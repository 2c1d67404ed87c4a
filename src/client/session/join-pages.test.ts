import { expect, test } from 'vitest';
import { joinPages, type Pages } from './join-pages.ts';

const page = (from: number, to: number, hasMore = to > 1): Pages<number> => ({
  items: Array.from({ length: from - to + 1 }, (_, index) => from - index),
  hasMore,
});
const join = (known: Pages<number> | null, next: Pages<number>, which: 'newest' | 'older') =>
  joinPages(known, next, which, (item) => item);

test('an older page goes to the end, and says whether there is more', () => {
  expect(join(page(9, 5), page(4, 1), 'older')).toEqual(page(9, 1, false));
  expect(join(page(6, 4), page(4, 1), 'older'), 'nothing is listed twice').toEqual(page(6, 1, false));
});

test('a newer page goes to the front, and what was loaded below stays', () => {
  expect(join(page(9, 5), page(11, 7), 'newest')).toEqual(page(11, 5, true));
  expect(join(page(9, 5), page(12, 10), 'newest')).toEqual(page(12, 5, true));
  expect(join(page(6, 1, false), page(8, 5), 'newest')).toEqual(page(8, 1, false));
});

test('where a page does not reach what is known, the list begins anew instead of having a hole', () => {
  expect(join(page(9, 1, false), page(20, 11), 'newest')).toEqual(page(20, 11, true));
});

test('the first page is the list, also after an empty one', () => {
  expect(join(null, page(3, 1), 'newest')).toEqual(page(3, 1));
  expect(join({ items: [], hasMore: false }, page(3, 1), 'newest')).toEqual(page(3, 1));
});
