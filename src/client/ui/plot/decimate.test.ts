import { describe, expect, it } from 'vitest';
import { decimate, firstAtLeast } from './decimate.ts';
import { createLevels } from './levels.ts';

const ramp = (count: number) => Float64Array.from({ length: count }, (_, index) => index);

describe('What a chart draws of many points', () => {
  it('is some points for each pixel, with every peak and every hole in it', () => {
    const x = ramp(100_000);
    const values = x.map((place) => Math.sin(place / 500));
    values[54_321] = 99;
    values[77_777] = -99;
    const [places, drawn] = decimate({ x, columns: [{ values }], breaks: [0] }, 0, 99_999, 800);
    expect(places.length).toBeLessThanOrEqual(1_604);
    expect(Math.max(...drawn!.map((value) => value ?? 0))).toBe(99);
    expect(Math.min(...drawn!.map((value) => value ?? 0))).toBe(-99);
    expect(places.every((place, index) => index === 0 || place >= places[index - 1]!)).toBe(true);
  });

  it('[DG19] is the same from the levels, of which some dozen are read for each pixel', () => {
    const x = ramp(100_000);
    const values = x.map((place) => (place % 7_000 < 900 ? NaN : Math.sin(place / 500) + Math.cos(place / 7)));
    let reads = 0;
    const counted = new Proxy(values, {
      get: (column, key) => {
        if (typeof key === 'string' && /^\d+$/.test(key)) reads += 1;
        return Reflect.get(column, key, column) as unknown;
      },
    });
    const breaks = [0, 40_000, 40_003, 40_010, 90_000];
    const column = { values: counted, levels: createLevels(values) };
    for (const [from, to, pixels] of [
      [0, 99_999, 20],
      [0, 99_999, 200],
      [30_000.5, 61_234.5, 200],
    ] as const) {
      reads = 0;
      const levelled = decimate({ x, columns: [column], breaks }, from, to, pixels);
      expect(reads).toBeLessThan(pixels * 400);
      expect(levelled).toEqual(decimate({ x, columns: [{ values }], breaks }, from, to, pixels));
    }
  });

  it('is the points themselves, and one beyond each edge, when few are in sight', () => {
    const [places, drawn] = decimate({ x: ramp(100), columns: [{ values: ramp(100) }], breaks: [0] }, 40, 50, 800);
    expect(places).toEqual([39, 40, 41, 42, 43, 44, 45, 46, 47, 48, 49, 50, 51]);
    expect(drawn).toEqual(places);
  });

  it('draws no line across a break, near or far', () => {
    const near = decimate({ x: ramp(10), columns: [{ values: ramp(10) }], breaks: [0, 5] }, 0, 9, 800);
    expect(near[1]!.slice(4, 7)).toEqual([4, null, 5]);
    const columns = [{ values: ramp(10_000) }];
    const far = decimate({ x: ramp(10_000), columns, breaks: [0, 5_000, 5_010] }, 0, 9_999, 100);
    expect(far[1]!.filter((value) => value === null)).toHaveLength(2);
    expect(far[0].every((place, index) => index === 0 || place >= far[0][index - 1]!)).toBe(true);
  });

  it('[DG19] draws at most three pieces in a pixel of which every point begins a segment', () => {
    const x = ramp(10_000);
    const drawn = decimate({ x, columns: [{ values: x }], breaks: Array.from(x) }, 0, 9_999, 100);
    expect(drawn[0].length).toBeLessThan(102 * 9);
    expect(drawn[1]!.filter((value) => value === null).length).toBeGreaterThan(100);
  });

  it('keeps the order in which highs and lows came, so that a rise stays a rise', () => {
    const [, drawn] = decimate({ x: ramp(1_000), columns: [{ values: ramp(1_000) }], breaks: [0] }, 0, 999, 100);
    const known = drawn!.filter((value) => value !== null);
    expect(known).toEqual([...known].sort((a, b) => a - b));
  });

  it('leaves a hole where nothing was measured, and shows values in the unit that is asked for', () => {
    const columns = [{ values: Float64Array.of(5, NaN, 8, 9), convert: (value: number) => value * 10 }];
    expect(decimate({ x: ramp(4), columns, breaks: [0] }, 0, 4, 800)).toEqual([
      [0, 1, 2, 3],
      [50, null, 80, 90],
    ]);
  });

  it('finds the first place at or after a value, also among points without one', () => {
    const x = Float64Array.of(0, 1, NaN, NaN, 2, 3);
    expect([-1, 0, 0.5, 1.5, 3, 9].map((value) => firstAtLeast(x, value))).toEqual([0, 0, 1, 2, 5, 6]);
  });
});
