import { expect, test } from 'vitest';
import type { StillOut } from '../../../../domain/results/still-out.ts';
import { epochMs } from '../../../../domain/units.ts';
import { countOverdue, describeReturn } from './out-words.ts';

const at = (seconds: number) => epochMs(1_700_000_000_000 + seconds * 1000);
const out = (expectedAt: number | null, overdueAt: number | null) =>
  ({
    expectedAt: expectedAt === null ? null : at(expectedAt),
    overdueAt: overdueAt === null ? null : at(overdueAt),
  }) as StillOut;

test.each([
  [out(100, 400), 40, false, 'expected 22:15:00, in\u00a001:00'],
  [out(100, 400), 130, false, 'expected 22:15:00, 00:30\u00a0ago'],
  [out(100, 400), 400, true, 'overdue by 05:00'],
  [out(null, 400), 500, true, 'overdue'],
  [out(null, null), 500, false, 'no time to compare with yet'],
])('[SR5] %# says when a racer is expected', (racer, now, isOverdue, text) => {
  expect(describeReturn(racer, at(now), 'UTC')).toEqual({ isOverdue, text });
});

test('[SR5] a racer counts as overdue from the moment on', () => {
  expect(countOverdue([out(100, 400), out(100, 500), out(100, null)], at(450))).toBe(1);
});
