import { expect, test } from 'vitest';
import { durationMs } from '../units.ts';
import { describePenalty, formatAmount, parseAmount } from './amount.ts';

test.each([
  [10_000, '+0:10'],
  [-5_000, '−0:05'],
  [90_500, '+1:30.5'],
  [3_600_000, '+60:00'],
])('%d ms is written as %s', (ms, text) => {
  expect(formatAmount(durationMs(ms))).toBe(text);
});

test('a bonus is told from a penalty by its word too', () => {
  expect(describePenalty(durationMs(10_000))).toBe('+0:10 penalty');
  expect(describePenalty(durationMs(-500))).toBe('−0:00.5 bonus');
});

test.each([
  ['10', 10_000],
  [' 10,5 ', 10_500],
  ['1:30', 90_000],
  ['90.25', 90_250],
])('%j is read as %d ms', (text, ms) => {
  expect(parseAmount(text)).toEqual({ ok: true, value: ms });
});

test.each(['', '0', '0:00', '-5', '+5', '1:75', '10 s', 'ten', '1:2:3', '9999999'])('%j is no amount', (text) => {
  expect(parseAmount(text).ok).toBe(false);
});
