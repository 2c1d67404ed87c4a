import { describe, expect, it } from 'vitest';
import { decimate, firstAtLeast } from './decimate.ts';

const ramp = (count: number) => Float64Array.from({ length: count }, (_, index) => index);

describe('What a chart draws of many points', () => {
  it('is some points for each pixel, with every peak and every hole in it', () => {
    const x = ramp(100_000);
    const values = x.map((place) => Math.sin(place / 500));
    values[54_321] = 99;
    values[77_777] = -99;
    const [places, drawn] = decimate({ x, columns: [values], breaks: [0] }, 0, 99_999, 800);
    expect(places.length).toBeLessThanOrEqual(1_604);
    expect(Math.max(...drawn!.map((value) => value ?? 0))).toBe(99);
    expect(Math.min(...drawn!.map((value) => value ?? 0))).toBe(-99);
    expect(places.every((place, index) => index === 0 || place >= places[index - 1]!)).toBe(true);
  });

  it('is the points themselves, and one beyond each edge, when few are in sight', () => {
    const [places, drawn] = decimate({ x: ramp(100), columns: [ramp(100)], breaks: [0] }, 40, 50, 800);
    expect(places).toEqual([39, 40, 41, 42, 43, 44, 45, 46, 47, 48, 49, 50, 51]);
    expect(drawn).toEqual(places);
  });

  it('draws no line across a break, near or far', () => {
    const near = decimate({ x: ramp(10), columns: [ramp(10)], breaks: [0, 5] }, 0, 9, 800);
    expect(near[1]!.slice(4, 7)).toEqual([4, null, 5]);
    const far = decimate({ x: ramp(10_000), columns: [ramp(10_000)], breaks: [0, 5_000, 5_010] }, 0, 9_999, 100);
    expect(far[1]!.filter((value) => value === null)).toHaveLength(2);
    expect(far[0].every((place, index) => index === 0 || place >= far[0][index - 1]!)).toBe(true);
  });

  it('keeps the order in which highs and lows came, so that a rise stays a rise', () => {
    const [, drawn] = decimate({ x: ramp(1_000), columns: [ramp(1_000)], breaks: [0] }, 0, 999, 100);
    const known = drawn!.filter((value) => value !== null);
    expect(known).toEqual([...known].sort((a, b) => a - b));
  });

  it('leaves a hole where nothing was measured, and passes over points without a place', () => {
    const x = Float64Array.of(0, 1, NaN, 3, 4);
    const values = Float64Array.of(5, NaN, 7, 8, 9);
    expect(decimate({ x, columns: [values], breaks: [0] }, 0, 4, 800)).toEqual([
      [0, 1, 3, 4],
      [5, null, 8, 9],
    ]);
  });

  it('finds the first place at or after a value, also among points without one', () => {
    const x = Float64Array.of(0, 1, NaN, NaN, 2, 3);
    expect([-1, 0, 0.5, 1.5, 3, 9].map((value) => firstAtLeast(x, value))).toEqual([0, 0, 1, 2, 5, 6]);
  });
});
