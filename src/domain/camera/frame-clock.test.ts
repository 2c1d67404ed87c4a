import { describe, expect, test } from 'vitest';
import { createFrameClock } from './frame-clock.ts';

const INTERVAL = 1000 / 30;

describe('the beat of a camera', () => {
  test('[EYE3] one late stamp among steady ones is put back on the beat', () => {
    const clock = createFrameClock();
    for (let number = 0; number < 40; number += 1) clock.next(number * INTERVAL);
    expect(clock.next(40 * INTERVAL + 9).at).toBeCloseTo(40 * INTERVAL, -0.5);
    expect(clock.rate().interval).toBeCloseTo(INTERVAL, 5);
  });

  test('[EYE3] frames that never arrived are counted, and the beat goes on', () => {
    const clock = createFrameClock();
    for (let number = 0; number < 20; number += 1) clock.next(number * INTERVAL);
    const frame = clock.next(23 * INTERVAL);
    expect(frame.lost).toBe(3);
    expect(frame.at).toBeCloseTo(23 * INTERVAL, 3);
  });

  test('[EYE3] a rate that falls at dusk is learned anew', () => {
    const clock = createFrameClock();
    let at = 0;
    for (let number = 0; number < 60; number += 1) at = clock.next(number * INTERVAL).at;
    const slow = 1000 / 12;
    for (let number = 1; number <= 40; number += 1) {
      const stamp = at + number * slow;
      expect(Math.abs(clock.next(stamp).at - stamp)).toBeLessThan(0.4 * slow);
    }
    expect(clock.rate().interval).toBeCloseTo(slow, 3);
  });
});
