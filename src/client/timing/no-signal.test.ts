import { expect, test } from 'vitest';
import { describeNoSignal } from './no-signal.ts';

test.each([
  [0, 'No signal. Keep timing: taps are saved on this phone.'],
  [1, 'No signal. Keep timing: 1 tap saved on this phone.'],
  [2, 'No signal. Keep timing: 2 taps saved on this phone.'],
])('[HD7] %i waiting taps', (taps, text) => {
  expect(describeNoSignal(taps)).toBe(text);
});
