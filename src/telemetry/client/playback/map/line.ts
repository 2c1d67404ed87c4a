import { TILE_SIZE, worldX, worldY } from './mercator.ts';
import { type Bounds, screenX, screenY, type View } from './view.ts';

/** A track on the plane of the map. NaN stands where there was no position. */
export interface Line {
  readonly x: Float64Array;
  readonly y: Float64Array;
  /** The kept indices at each level of zoom; made when first needed. */
  readonly thinned: Map<number, Int32Array>;
  readonly breaks: readonly number[];
}

/** Stands between the indices of a thinned line where the pen is lifted. */
export const LIFT = -1;

/** `around` is a position on the plane: a track across the 180th meridian goes on beside it, not around the world. */
export function projectLine(
  lat: Float64Array,
  lon: Float64Array,
  breaks: readonly number[],
  around: number | null,
): Line {
  const x = new Float64Array(lat.length).fill(NaN);
  const y = new Float64Array(lat.length).fill(NaN);
  let near = around;
  for (let at = 0; at < lat.length; at += 1) {
    if (!Number.isFinite(lat[at]) || !Number.isFinite(lon[at])) continue;
    const east = worldX(lon[at]!);
    near ??= east;
    x[at] = east - Math.round(east - near);
    y[at] = worldY(lat[at]!);
  }
  return { x, y, thinned: new Map(), breaks };
}

export function boundsOf(lines: readonly Line[]): Bounds | null {
  let left = Infinity;
  let top = Infinity;
  let right = -Infinity;
  let bottom = -Infinity;
  for (const { x, y } of lines) {
    for (let at = 0; at < x.length; at += 1) {
      if (x[at]! < left) left = x[at]!;
      if (x[at]! > right) right = x[at]!;
      if (y[at]! < top) top = y[at]!;
      if (y[at]! > bottom) bottom = y[at]!;
    }
  }
  return left <= right ? { left, top, right, bottom } : null;
}

/** Points in the same pixel as the one before are left out: a day's ride is then a few thousand strokes. */
export function thin(line: Line, scale: number): Int32Array {
  const level = Math.ceil(Math.log2(scale / TILE_SIZE));
  const known = line.thinned.get(level);
  if (known !== undefined) return known;
  const least = (1 / (TILE_SIZE * 2 ** level)) ** 2;
  const { x, y } = line;
  const kept = new Int32Array(x.length + line.breaks.length * 2 + 1);
  let count = 0;
  let last = LIFT;
  let skipped = LIFT;
  let nextBreak = 0;
  const endSegment = () => {
    // The end of a segment, where the rider stopped, is drawn however near it lies.
    if (skipped !== LIFT) kept[count++] = skipped;
    if (last !== LIFT) kept[count++] = LIFT;
    last = LIFT;
    skipped = LIFT;
  };
  for (let at = 0; at < x.length; at += 1) {
    while (nextBreak < line.breaks.length && line.breaks[nextBreak]! <= at) {
      endSegment();
      nextBreak += 1;
    }
    if (Number.isNaN(x[at]!)) continue;
    const isFar = last === LIFT || (x[at]! - x[last]!) ** 2 + (y[at]! - y[last]!) ** 2 >= least;
    if (isFar) {
      kept[count++] = at;
      last = at;
      skipped = LIFT;
    } else skipped = at;
  }
  if (skipped !== LIFT) kept[count++] = skipped;
  const result = kept.slice(0, count);
  line.thinned.set(level, result);
  return result;
}

/** Distance in pixels within which two laps lie on each other: the one that the finger is on already is kept. */
const SAME_PLACE = 8;

/** The sample nearest to a pixel, within reach of it; `last` is the sample where a drag was before. */
export function nearestIndex(
  line: Line,
  view: View,
  px: number,
  py: number,
  reach: number,
  last: number | null,
): number | null {
  let best = -1;
  let bestDistance = reach;
  const distanceTo = (at: number) => Math.hypot(screenX(view, line.x[at]!) - px, screenY(view, line.y[at]!) - py);
  for (let at = 0; at < line.x.length; at += 1) {
    const distance = distanceTo(at);
    if (distance <= bestDistance) {
      best = at;
      bestDistance = distance;
    }
  }
  if (best === -1) return null;
  if (last === null) return best;
  let nearest = best;
  for (let at = 0; at < line.x.length; at += 1) {
    if (Math.abs(at - last) < Math.abs(nearest - last) && distanceTo(at) <= bestDistance + SAME_PLACE) nearest = at;
  }
  // Near the last one: the closest point of that stretch and not merely its first that is close enough.
  let closest = nearest;
  for (let step = -1; step <= 1; step += 2) {
    for (let at = nearest; at >= 0 && at < line.x.length; at += step) {
      const distance = distanceTo(at);
      if (distance > bestDistance + SAME_PLACE) break;
      if (distance < distanceTo(closest)) closest = at;
    }
  }
  return closest;
}
