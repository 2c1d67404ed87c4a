import { expect, test } from 'vitest';
import { roundStep, writeDegrees } from './graticule.ts';

test('[DK10] lines stand at round degrees', () => {
  expect([0.0013, 0.002, 0.0021, 0.7, 3, 10].map(roundStep)).toEqual([0.002, 0.002, 0.005, 1, 5, 10]);
});

test('degrees are written as fine as the lines are, with their hemisphere', () => {
  expect(writeDegrees(46.95, 0.005, ['N', 'S'])).toBe('46.950° N');
  expect(writeDegrees(-33.4, 0.1, ['N', 'S'])).toBe('33.4° S');
  expect(writeDegrees(-70, 5, ['E', 'W'])).toBe('70° W');
  expect(writeDegrees(0, 1, ['E', 'W'])).toBe('0°');
});
