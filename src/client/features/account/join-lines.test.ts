import { expect, test } from 'vitest';
import type { CreditHistory } from '../../../protocol/payments.ts';
import { joinLines } from './join-lines.ts';

const page = (from: number, to: number, hasMore: boolean): CreditHistory => ({
  lines: Array.from({ length: from - to + 1 }, (_, index) => ({
    number: from - index,
    at: 0,
    kind: 'racer',
    subject: null,
    amount: -3,
    balance: 0,
    paymentId: null,
  })),
  hasMore,
});
const numbers = ({ lines }: CreditHistory) => lines.map(({ number }) => number);

test('older lines come below, and nothing is listed twice', () => {
  const joined = joinLines(page(6, 4, true), page(4, 1, false), 'older');
  expect(numbers(joined)).toEqual([6, 5, 4, 3, 2, 1]);
  expect(joined.hasMore).toBe(false);
});

test('new lines come on top, and what was loaded below stays', () => {
  const joined = joinLines(page(6, 1, false), page(8, 5, true), 'newest');
  expect(numbers(joined)).toEqual([8, 7, 6, 5, 4, 3, 2, 1]);
  expect(joined.hasMore).toBe(false);
});

test('where so much has happened that a hole would be left, the list begins anew', () => {
  const joined = joinLines(page(6, 1, false), page(99, 50, true), 'newest');
  expect(numbers(joined)).toEqual(numbers(page(99, 50, true)));
  expect(joined.hasMore).toBe(true);
});
