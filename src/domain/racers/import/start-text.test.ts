import { expect, test } from 'vitest';
import { guessStartKind, readStart } from './start-text.ts';

const MINUTE = 60_000;

test.each([
  ['18:30', 1110 * MINUTE],
  ['18:30:30', 1110.5 * MINUTE],
  ['9:05:00.5', 545 * MINUTE + 500],
  ['09.30.00', 570 * MINUTE],
  ['9.30', 570 * MINUTE],
  ['9.3', null],
  ['18h30', 1110 * MINUTE],
  ['6:30 PM', 1110 * MINUTE],
  ['12:00:00 a.m.', 0],
  ['25:00', null],
  ['12:60', null],
  ['13:00 PM', null],
  ['soon', null],
  ['1230', null],
])('[SL5] %s by the clock', (text, ms) => {
  expect(readStart(text, 'clock')).toBe(ms);
});

test.each([
  ['0:00:30', 30_000],
  ['1:30', 90_000],
  ['75:00', 75 * MINUTE],
  ['1:00:00', 60 * MINUTE],
  ['90', 90_000],
  ['1:75', null],
  ['6:30 PM', null],
])('[SL5] %s after the first start', (text, ms) => {
  expect(readStart(text, 'relative')).toBe(ms);
});

test('[SL5] a list that begins at nought counts from its first start', () => {
  expect(guessStartKind(['0:00:00', '0:00:30', '0:01:00'])).toBe('relative');
  expect(guessStartKind(['30', '60'])).toBe('relative');
  expect(guessStartKind(['18:30', '18:31', 'late'])).toBe('clock');
});
