import { describe, expect, it } from 'vitest';
import { boundsOf, LIFT, nearestIndex, projectLine, thin } from './line.ts';
import { fitTo, screenX, screenY } from './view.ts';

const lineOf = (points: readonly (readonly [number, number])[], breaks: readonly number[] = [0]) =>
  projectLine(
    Float64Array.from(points, ([lat]) => lat),
    Float64Array.from(points, ([, lon]) => lon),
    breaks,
    null,
  );

describe('a track on the map', () => {
  it('is never drawn across a break, and points without a position are stepped over', () => {
    const line = lineOf(
      [
        [47, 8],
        [NaN, NaN],
        [47.1, 8.1],
        [47.2, 8.2],
        [47.3, 8.3],
      ],
      [0, 3],
    );
    expect([...thin(line, 256 * 2 ** 16)]).toEqual([0, 2, LIFT, 3, 4]);
  });

  it('lifts the pen at a break that begins without a position', () => {
    const line = lineOf(
      [
        [47, 8],
        [NaN, NaN],
        [47.1, 8.1],
      ],
      [0, 1],
    );
    expect([...thin(line, 256 * 2 ** 16)]).toEqual([0, LIFT, 2]);
  });

  it('leaves out points within a pixel, but never the last one', () => {
    const points = Array.from({ length: 100_000 }, (_, at) => [47 + at * 1e-7, 8] as const);
    const line = lineOf(points);
    const kept = thin(line, 256 * 2 ** 14);
    expect(kept.length).toBeLessThan(400);
    expect(kept.at(-1)).toBe(99_999);
    expect(thin(line, 256 * 2 ** 14)).toBe(kept);
    expect(thin(line, 256 * 2 ** 24).length).toBeGreaterThan(kept.length);
  });

  it('goes on beside the 180th meridian instead of around the world', () => {
    const bounds = boundsOf([
      lineOf([
        [-17, 179.99],
        [-17, -179.99],
      ]),
    ])!;
    expect(bounds.right - bounds.left).toBeLessThan(0.001);
  });

  it('has no bounds without a position', () => {
    expect(boundsOf([lineOf([[NaN, NaN]])])).toBeNull();
  });
});

describe('picking a point of a track', () => {
  // Two laps of the same square: every position is passed twice.
  const lap = Array.from(
    { length: 100 },
    (_, at) => [47 + 0.001 * Math.sin(at / 15.9), 8 + 0.001 * Math.cos(at / 15.9)] as const,
  );
  const line = lineOf([...lap, ...lap]);
  const view = fitTo(boundsOf([line])!, 400, 400, 20);
  const at = (index: number) => [screenX(view, line.x[index]!), screenY(view, line.y[index]!)] as const;

  it('finds the nearest sample within reach, and none beyond it', () => {
    expect(nearestIndex(line, view, ...at(30), 10, null)! % 100).toBe(30);
    expect(nearestIndex(line, view, 200, 200, 10, null)).toBeNull();
  });

  it('stays in the lap that it began in while it goes along', () => {
    expect(nearestIndex(line, view, ...at(30), Infinity, 28)).toBe(30);
    expect(nearestIndex(line, view, ...at(30), Infinity, 133)).toBe(130);
  });
});
