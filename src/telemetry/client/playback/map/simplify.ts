import { TILE_SIZE } from './mercator.ts';

/** The last level is that of the greatest zoom. */
const LAST_LEVEL = 24;
/** Half a pixel at the greatest zoom of a level: nobody sees what a line is off by. */
const TOLERANCE = 0.5;
/** Points that are simplified together: a ride of which no three points lie on a line takes no longer than one that is straight. */
const PIECE = 256;

const toleranceOf = (level: number) => TOLERANCE / (TILE_SIZE * 2 ** level);

/** The level for a scale in pixels for the width of the world. */
export const levelOf = (scale: number) => Math.max(0, Math.min(LAST_LEVEL, Math.ceil(Math.log2(scale / TILE_SIZE))));

/**
 * The points to draw at each level of zoom, by Douglas and Peucker: a level has all points of the one before. The first and
 * the last point of a segment are in all of them.
 */
export function simplify(
  x: Float64Array,
  y: Float64Array,
  segments: readonly (readonly [from: number, end: number])[],
): readonly Uint32Array[] {
  const worth = new Float64Array(x.length).fill(-1);
  for (const [from, end] of segments) {
    const known: number[] = [];
    for (let at = from; at < end; at += 1) if (!Number.isNaN(x[at]!)) known.push(at);
    for (let at = 0; at < known.length; at += PIECE) weigh(x, y, known.slice(at, at + PIECE + 1), worth);
  }
  const counts = new Uint32Array(LAST_LEVEL + 1);
  const levels = Uint8Array.from(worth, (own) => {
    const level = own < 0 ? LAST_LEVEL + 1 : Math.max(0, Math.ceil(Math.log2(TOLERANCE / TILE_SIZE / own)));
    if (level <= LAST_LEVEL) counts[level]! += 1;
    return Math.min(level, LAST_LEVEL + 1);
  });
  const kept: Uint32Array[] = [];
  for (let level = 0, count = 0; level <= LAST_LEVEL; level += 1) {
    count += counts[level]!;
    kept.push(level > 0 && counts[level] === 0 ? kept[level - 1]! : takeUpTo(levels, level, count));
  }
  return kept;
}

function takeUpTo(levels: Uint8Array, level: number, count: number): Uint32Array {
  const taken = new Uint32Array(count);
  for (let at = 0, next = 0; next < count; at += 1) if (levels[at]! <= level) taken[next++] = at;
  return taken;
}

/** How far the line would be off without each of the points, which is never more than for the point that splits its stretch. */
function weigh(x: Float64Array, y: Float64Array, points: readonly number[], worth: Float64Array): void {
  const least = toleranceOf(LAST_LEVEL);
  worth[points[0]!] = Infinity;
  worth[points.at(-1)!] = Infinity;
  const stretches: [first: number, last: number, most: number][] = [[0, points.length - 1, Infinity]];
  for (let stretch = stretches.pop(); stretch !== undefined; stretch = stretches.pop()) {
    const [first, last, most] = stretch;
    const [a, b] = [points[first]!, points[last]!];
    const dx = x[b]! - x[a]!;
    const dy = y[b]! - y[a]!;
    const length = dx * dx + dy * dy;
    let furthest = 0;
    let split = -1;
    for (let at = first + 1; at < last; at += 1) {
      const px = x[points[at]!]! - x[a]!;
      const py = y[points[at]!]! - y[a]!;
      const part = length > 0 ? Math.max(0, Math.min(1, (px * dx + py * dy) / length)) : 0;
      const off = (px - part * dx) ** 2 + (py - part * dy) ** 2;
      if (off <= furthest) continue;
      furthest = off;
      split = at;
    }
    const own = Math.min(most, Math.sqrt(furthest));
    if (own < least) continue;
    worth[points[split]!] = own;
    stretches.push([first, split, own], [split, last, own]);
  }
}
