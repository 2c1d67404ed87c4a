import { expect, test } from 'vitest';
import { readCountdown } from './countdown.ts';
import { callAt, toneSetOf } from './tones.ts';

const rules = { readyMs: 10_000, goMs: 3_000 };

test.each([
  [3_605_000, '1:00:05', 'wait', 1000],
  [65_000, '1:05', 'wait', 1000],
  [64_001, '1:05', 'wait', 1],
  [59_000, '59', 'wait', 1000],
  [10_001, '11', 'wait', 1],
  [10_000, '10', 'ready', 1000],
  [1, '1', 'ready', 1],
  [0, 'GO', 'go', 3000],
  [-2_999, 'GO', 'go', 1],
  [-3_000, '+0:03', 'late', 1000],
  [-72_500, '+1:12', 'late', 500],
])('[GATE4] %i ms before the start: %s, %s', (left, text, zone, changesIn) => {
  expect(readCountdown(left, rules)).toEqual({ text, zone, changesIn });
});

test('[GATE6] every set of tones ends with its highest tone at the start itself', () => {
  for (const { tones } of Object.values(toneSetOf)) {
    if (tones.length === 0) continue;
    expect(tones.map(({ before }) => before)).toEqual([10, 5, 4, 3, 2, 1, 0]);
    expect(Math.max(...tones.map(({ hertz }) => hertz))).toBe(tones.at(-1)!.hertz);
  }
});

test('[GATE6] the words of the starter stand for the second in which they are called', () => {
  const words = [10_500, 10_000, 9_001, 8_900, 5_000, 4_000, 0, -900, -1_000].map((left) =>
    callAt(toneSetOf.voice, left),
  );
  expect(words).toEqual([null, '10 seconds', '10 seconds', null, '5', '4', 'Go', 'Go', null]);
});
