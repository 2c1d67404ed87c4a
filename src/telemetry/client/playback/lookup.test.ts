import { describe, expect, it } from 'vitest';
import { nearestAt, valueAt } from './lookup.ts';

const x = Float64Array.of(0, 10, 20, 30);

describe('The value at a place', () => {
  it('lies between its neighbours', () => {
    expect(valueAt(x, Float64Array.of(0, 100, 0, 50), 5)).toBe(50);
    expect(valueAt(x, Float64Array.of(0, 100, 0, 50), 30)).toBe(50);
  });

  it('is nothing before the first and after the last point', () => {
    expect(valueAt(x, Float64Array.of(1, 2, 3, 4), -1)).toBeNaN();
    expect(valueAt(x, Float64Array.of(1, 2, 3, 4), 31)).toBeNaN();
    expect(valueAt(new Float64Array(), new Float64Array(), 0)).toBeNaN();
  });

  it('bridges a point that measured nothing, but no break', () => {
    const values = Float64Array.of(0, NaN, 20, 30);
    expect(valueAt(x, values, 10)).toBe(10);
    expect(valueAt(x, values, 10, [0, 2])).toBeNaN();
    expect(valueAt(x, values, 25, [0, 2])).toBe(25);
    expect(valueAt(x, values, 20, [0, 2])).toBe(20);
  });

  it('knows which point is nearest', () => {
    expect([-5, 4, 6, 26, 99].map((place) => nearestAt(x, place))).toEqual([0, 0, 1, 3, 3]);
    expect(nearestAt(new Float64Array(), 1)).toBe(-1);
  });
});
