import { expect, test } from 'vitest';
import { sayChange, sayTrend, writeChange } from './words.ts';

test('[CO6] a change is written in tenths with its sign, and said in words', () => {
  expect([-12_440, 40_000, 0, 49, -3_661_000].map(writeChange)).toEqual([
    '−0:12.4',
    '+0:40.0',
    '0:00.0',
    '0:00.0',
    '−1:01:01.0',
  ]);
  expect([-12_440, 59_980, 20].map(sayChange)).toEqual(['0:12.4 faster', '1:00.0 slower', 'as fast']);
});

test('[CO4] too few results are said, and no improvement is claimed', () => {
  const trend = { results: 3, change: -9_000, perWeek: -4_500, says: 'faster' } as const;
  expect(sayTrend(null, 1)).toBe('1 result, 3 needed');
  expect(sayTrend(null, 5)).toBe('all within a week');
  expect(sayTrend(trend, 3)).toBe('0:09.0 faster');
  expect(sayTrend({ ...trend, says: 'steady' }, 3)).toBe('steady');
});
