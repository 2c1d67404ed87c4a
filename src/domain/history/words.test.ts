import { expect, test } from 'vitest';
import { describeEarlier, describeMarks, describeSince, formatDifference } from './words.ts';

const day = (text: string) => Date.parse(`${text}T18:00:00Z`);

test('[HI5] a best says by how much, and the round time that was passed', () => {
  expect(describeMarks({ bestByMs: 12_340, firstUnderMs: 1_500_000 })).toEqual([
    'PB by 0:12',
    'first time under 25 minutes',
  ]);
  expect(describeMarks({ bestByMs: 450, firstUnderMs: 3_600_000 })).toEqual([
    'PB by 0:00.45',
    'first time under 1 hour',
  ]);
  expect(describeMarks({ bestByMs: 3000, firstUnderMs: 60_000 })).toEqual(['PB by 0:03', 'first time under 1 minute']);
  expect(describeMarks({ bestByMs: null, firstUnderMs: null })).toEqual([]);
  expect(formatDifference(3_723_000)).toBe('1:02:03');
});

test('[HI4] since a month, with the year where it is another one, and with the day in the same month', () => {
  const at = day('2026-09-02');
  expect(describeSince(day('2026-05-06'), at, 'UTC')).toBe('fastest since May');
  expect(describeSince(day('2025-05-06'), at, 'UTC')).toBe('fastest since May 2025');
  expect(describeSince(day('2025-09-06'), at, 'UTC')).toBe('fastest since September 2025');
  expect(describeSince(day('2026-09-01'), at, 'UTC')).toBe('fastest since 1 September');
});

test('[HI9] a racer’s earlier times on the course in one line', () => {
  const best = { ms: 1_471_500, at: day('2026-05-06'), count: 4, lastMs: 1_502_900 };
  expect(describeEarlier(best, day('2026-09-02'), 'UTC')).toBe('5th time here · best 24:31 in May · last 25:02');
  expect(describeEarlier({ ...best, count: 1 }, day('2027-09-02'), 'UTC')).toBe(
    '2nd time here · best 24:31 in May 2026 · last 25:02',
  );
});
