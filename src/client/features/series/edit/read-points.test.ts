import { expect, test } from 'vitest';
import { readPoints } from './read-points.ts';

test('[SE7] a points table is read from what people type, and one with a hole is not', () => {
  for (const text of ['25, 20,16', '25 20 16', '25;20;16,', ' 25,20, 16 '])
    expect(readPoints(text), text).toEqual([25, 20, 16]);
  expect(readPoints('10, 7.5')).toEqual([10, 7.5]);
  for (const text of ['', '10,,8', '10, eight', '8, 10', '-1', '1e9', '10 - 8'])
    expect(readPoints(text), text).toBeNull();
});
