import { describe, expect, it } from 'vitest';
import { boundsOf, createLine, stretchesWithin, wholeOf } from './line.ts';
import { nearestIndex, type Pointed } from './nearest.ts';
import { levelOf } from './simplify.ts';
import { fitTo, screenX, screenY, type View } from './view.ts';

type Point = readonly [lat: number, lon: number];
const lineOf = (points: readonly Point[], breaks: readonly number[] = [0]) =>
  createLine(
    Float64Array.from(points, ([lat]) => lat),
    Float64Array.from(points, ([, lon]) => lon),
    breaks,
  );
const everything = (points: readonly Point[]) => boundsOf(lineOf(points), [0, points.length - 1])!;

describe('a track on the map', () => {
  const wave = Array.from({ length: 100_000 }, (_, at): Point => [47 + at * 1e-6, 8 + 0.01 * Math.sin(at / 900)]);

  it('[DG19] has few points at a distance and more from near, the first and the last of each segment in all', () => {
    const line = lineOf(wave, [0, 40_000]);
    const counts = [8, 12, 16, 20].map((level) => line.levels[level]!.length);
    expect(counts).toEqual([...counts].sort((a, b) => a - b));
    expect(counts[0]).toBeLessThan(500);
    expect(counts[3]).toBeGreaterThan(3 * counts[0]!);
    const ends = [0, 39_999, 40_000, 99_999];
    expect(line.levels.every((kept) => ends.every((end) => kept.includes(end)))).toBe(true);
  });

  it('[DG19] is drawn nowhere more than half a pixel off', () => {
    const line = lineOf(wave.slice(0, 5_000));
    for (const level of [10, 14, 18]) {
      const scale = 256 * 2 ** level;
      expect(levelOf(scale)).toBe(level);
      const kept = line.levels[level]!;
      let worst = 0;
      for (let next = 1, at = 0; at < line.x.length; at += 1) {
        if (at > kept[next]!) next += 1;
        worst = Math.max(worst, offLine(line, kept[next - 1]!, kept[next]!, at) * scale);
      }
      expect(worst).toBeLessThanOrEqual(0.5);
      expect(kept.length).toBeLessThan(5_000);
    }
  });

  it('[DG19] of which only blocks in sight are drawn, also those that a long step crosses', () => {
    const line = lineOf([...wave.slice(0, 1_000), ...wave.slice(90_000, 91_000)]);
    const part = everything(wave.slice(600, 610));
    const found = stretchesWithin(line, part);
    expect(found.reduce((sum, [first, last]) => sum + last - first + 1, 0)).toBeLessThan(600);
    expect(found.some(([first, last]) => first <= 600 && last >= 609)).toBe(true);
    const between = everything(wave.slice(50_000, 50_010));
    expect(stretchesWithin(line, { ...between, left: 0, right: 1 })).toEqual([[768, 1_023]]);
  });

  it('steps over points without a position, and takes no longer for a cloud of points than for a line', () => {
    expect([
      ...lineOf([
        [47, 8],
        [NaN, NaN],
        [47.1, 8.2],
        [47.2, 8.2],
      ]).levels.at(-1)!,
    ]).toEqual([0, 2, 3]);
    const cloud = Array.from({ length: 20_000 }, (_, at): Point => [47 + (at % 2) * 1e-3, 8 + at * 1e-7]);
    expect(lineOf(cloud).levels.at(-1)).toHaveLength(20_000);
  });

  it('goes on beside the 180th meridian instead of around the world', () => {
    const bounds = everything([
      [-17, 179.99],
      [-17, -179.99],
    ]);
    expect(bounds.right - bounds.left).toBeLessThan(0.001);
  });

  it('has no bounds without a position', () => {
    const line = lineOf([[NaN, NaN]]);
    expect(boundsOf(line, wholeOf(line))).toBeNull();
  });
});

/** Distance of a sample from the line between two others, on the plane of the map. */
function offLine({ x, y }: ReturnType<typeof lineOf>, a: number, b: number, at: number): number {
  const [dx, dy] = [x[b]! - x[a]!, y[b]! - y[a]!];
  const length = Math.hypot(dx, dy) ** 2;
  const part = Math.max(0, Math.min(1, ((x[at]! - x[a]!) * dx + (y[at]! - y[a]!) * dy) / length));
  return Math.hypot(x[at]! - x[a]! - part * dx, y[at]! - y[a]! - part * dy);
}

describe('picking a point of a track', () => {
  // Eight laps of the same square, several blocks of samples: every position is passed often.
  const lap = Array.from({ length: 100 }, (_, at): Point => [
    47 + 0.001 * Math.sin(at / 15.9),
    8 + 0.001 * Math.cos(at / 15.9),
  ]);
  const line = lineOf(Array.from({ length: 8 }, () => lap).flat());
  const view = fitTo(boundsOf(line, wholeOf(line))!, 400, 400, 20);
  const at = (index: number) => ({ px: screenX(view, line.x[index]!), py: screenY(view, line.y[index]!) });
  const pick = (pointed: Partial<Pointed> & { px: number; py: number }, stretch = wholeOf(line), seen: View = view) =>
    nearestIndex(line, seen, { reach: Infinity, last: null, ...pointed }, stretch);

  it('finds the nearest sample within reach, and none beyond it', () => {
    expect(pick({ ...at(30), reach: 10 })! % 100).toBe(30);
    expect(pick({ px: 200, py: 200, reach: 10 })).toBeNull();
  });

  it('stays in the lap that it began in while it goes along', () => {
    for (const last of [28, 133, 431, 727]) {
      expect(pick({ ...at(30), last })).toBe(Math.floor(last / 100) * 100 + 30);
    }
  });

  it('is the same whichever blocks are passed over, and stays within a stretch', () => {
    const near = { ...view, scale: view.scale * 40 };
    for (const place of [at(3), at(250), at(777), { px: 12, py: 390 }]) {
      const all = line.x.map((x, index) =>
        Math.hypot(screenX(near, x) - place.px, screenY(near, line.y[index]!) - place.py),
      );
      const found = pick(place, wholeOf(line), near)!;
      expect(all[found]).toBe(Math.min(...all));
    }
    expect(pick(at(30), [200, 299])).toBe(230);
  });
});
