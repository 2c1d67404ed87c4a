import { expect, test } from 'vitest';
import type { Shift } from '../../../domain/camera/calibrate.ts';
import type { Motion } from '../../camera/motion.ts';
import { judgeTwist } from './twist.ts';

const LAG = 62;
/** A twist to both sides, in degrees a second. */
const rateAt = (ms: number): number => 80 * Math.sin(ms / 130) + 30 * Math.sin(ms / 47);
const angleAt = (ms: number): number => -80 * 130 * Math.cos(ms / 130) - 30 * 47 * Math.cos(ms / 47);
const turned = (axis: 0 | 1 | 2): Motion[] =>
  Array.from({ length: 250 }, (_, index) => {
    const rates: [number, number, number] = [0.2, 0.2, 0.2];
    rates[axis] = rateAt(index * 16);
    return { at: index * 16, rates };
  });

/** What a camera sees of the twist, whose frames are stamped late. */
const shifts = (moved = (from: number, to: number) => (angleAt(to) - angleAt(from)) * 0.012): Shift[] =>
  Array.from({ length: 110 }, (_, index) => {
    const [from, to] = [index * 33.3, (index + 1) * 33.3];
    return { from: from + LAG, to: to + LAG, by: moved(from, to) };
  });

test('[EYE16] a twist tells how late frames are stamped, by whichever axis it turns', () => {
  for (const axis of [0, 2] as const) {
    const result = judgeTwist(shifts(), turned(axis));
    expect(result).toMatchObject({ kind: 'found' });
    expect(Math.abs((result as { lag: number }).lag - LAG)).toBeLessThan(3);
  }
});

test('[EYE16] a picture that moves otherwise says again, and a device without a gyroscope says so', () => {
  const other = shifts((from) => Math.sin(from / 71) * 9);
  expect(judgeTwist(other, turned(1))).toEqual({ kind: 'again' });
  expect(judgeTwist(shifts(), [])).toEqual({ kind: 'no-gyroscope' });
});
