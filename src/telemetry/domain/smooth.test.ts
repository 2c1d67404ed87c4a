import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { smooth } from './smooth.ts';

const steps = fc.array(fc.double({ min: 0.01, max: 2, noNaN: true }), { minLength: 3, maxLength: 60 });

function sumUp(widths: readonly number[]): Float64Array {
  let at = 0;
  return Float64Array.from(widths, (width) => (at += width));
}

describe('smoothing', () => {
  test('[DG3] a straight line stays as it is, however irregular the samples: nothing moves earlier or later', () => {
    fc.assert(
      fc.property(
        steps,
        fc.double({ min: -5, max: 5, noNaN: true }),
        fc.double({ min: 0, max: 9, noNaN: true }),
        (widths, slope, width) => {
          const time = sumUp(widths);
          const line = time.map((at) => 3 + slope * at);
          smooth(line, time, width).forEach((value, index) => expect(value).toBeCloseTo(line[index]!, 6));
        },
      ),
    );
  });

  test('[DG3] a peak stays where it is and gets lower', () => {
    const time = Float64Array.from({ length: 101 }, (_, at) => at / 10);
    const peak = time.map((at) => Math.max(0, 1 - Math.abs(at - 4)));
    const result = smooth(peak, time, 2);
    expect(result.indexOf(Math.max(...result))).toBe(40);
    expect(Math.max(...result)).toBeLessThan(0.8);
    for (let away = 1; away < 30; away += 1) expect(result[40 - away]).toBeCloseTo(result[40 + away]!, 9);
  });

  test('[DG3] holes stay holes and spoil nothing beside them', () => {
    const time = Float64Array.from({ length: 9 }, (_, at) => at);
    const result = smooth(Float64Array.of(1, 1, 1, NaN, 1, 1, 1, 1, 1), time, 4);
    expect([...result]).toEqual([1, 1, 1, NaN, 1, 1, 1, 1, 1]);
  });

  test('[DG3] nothing is carried over a break, nor over a hole wider than the window', () => {
    const time = Float64Array.of(0, 1, 2, 3, 4, 5);
    const values = Float64Array.of(0, 0, 0, 10, 10, 10);
    expect([...smooth(values, time, 4, [0, 3])]).toEqual([...values]);
    expect([...smooth(values, Float64Array.of(0, 1, 2, 60, 61, 62), 4)]).toEqual([...values]);
    expect(smooth(values, time, 4)[2]).toBeGreaterThan(0);
  });

  test('[DG3] the ends are no guess at what lies beyond them', () => {
    const time = Float64Array.of(0, 1, 2, 3, 4, 5, 6);
    const result = smooth(Float64Array.of(8, 0, 0, 0, 0, 0, 10), time, 12);
    expect([result[0], result[6]]).toEqual([8, 10]);
    expect(Math.min(...result)).toBeGreaterThanOrEqual(0);
  });

  test('[DG3] without times, or with no width, everything stays', () => {
    const values = Float64Array.of(1, 5, 2);
    expect([...smooth(values, new Float64Array(3).fill(NaN), 4)]).toEqual([1, 5, 2]);
    expect([...smooth(values, Float64Array.of(0, 1, 2), 0)]).toEqual([1, 5, 2]);
    expect(smooth(new Float64Array(0), new Float64Array(0), 4)).toHaveLength(0);
  });

  test('[DG3] standing still on a distance axis divides by nothing', () => {
    const result = smooth(Float64Array.of(1, 2, 3, 4, 5), Float64Array.of(0, 7, 7, 7, 14), 10);
    expect(result.every(Number.isFinite)).toBe(true);
  });
});
