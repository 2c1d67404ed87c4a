import { segmentsOf } from '../../../domain/segments.ts';
import { worldX, worldY } from './mercator.ts';
import { simplify } from './simplify.ts';
import type { Bounds } from './view.ts';

/** A track on the plane of the map, with what is needed to draw a part of it and to find a point on it. */
export interface Line {
  /** Positions of the samples. NaN stands where there was none. */
  readonly x: Float64Array;
  readonly y: Float64Array;
  /** Samples where a new segment begins, in order: no line is drawn across. */
  readonly breaks: Uint32Array;
  /** Left, top, right and bottom of each block of samples and of the way on to the next; NaN where it has no position. */
  readonly boxes: Float64Array;
  /** Samples to draw at each level of zoom. */
  readonly levels: readonly Uint32Array[];
}

/** Samples of one box. */
export const BLOCK = 256;

/** A track across the 180th meridian goes on beside it, not around the world. */
export function createLine(lat: Float64Array, lon: Float64Array, breaks: readonly number[]): Line {
  const x = new Float64Array(lat.length).fill(NaN);
  const y = new Float64Array(lat.length).fill(NaN);
  let near: number | null = null;
  for (let at = 0; at < lat.length; at += 1) {
    if (!Number.isFinite(lat[at]) || !Number.isFinite(lon[at])) continue;
    const east = worldX(lon[at]!);
    near ??= east;
    x[at] = east - Math.round(east - near);
    y[at] = worldY(lat[at]!);
  }
  const segments = segmentsOf(x.length, breaks);
  const starts = Uint32Array.from(segments, ([from]) => from);
  return { x, y, breaks: starts, boxes: boxesOf(x, y), levels: simplify(x, y, segments) };
}

function boxesOf(x: Float64Array, y: Float64Array): Float64Array {
  const boxes = new Float64Array(Math.ceil(x.length / BLOCK) * 4).fill(NaN);
  const add = (block: number, at: number) => {
    const box = block * 4;
    // Taken where nothing is known yet, too: no comparison with NaN is true.
    if (!(boxes[box]! <= x[at]!)) boxes[box] = x[at]!;
    if (!(boxes[box + 1]! <= y[at]!)) boxes[box + 1] = y[at]!;
    if (!(boxes[box + 2]! >= x[at]!)) boxes[box + 2] = x[at]!;
    if (!(boxes[box + 3]! >= y[at]!)) boxes[box + 3] = y[at]!;
  };
  let before = -1;
  for (let at = 0; at < x.length; at += 1) {
    if (Number.isNaN(x[at]!)) continue;
    const block = Math.floor(at / BLOCK);
    // A hole may be longer than a block: the way over it belongs to the block in which it begins.
    if (before >= 0 && before < block) add(before, at);
    add(block, at);
    before = block;
  }
  return boxes;
}

/** Samples from the first to the last, both included. */
export type Stretch = readonly [first: number, last: number];

export const wholeOf = ({ x }: Line): Stretch => [0, x.length - 1];

/** Bounds of the blocks in which a stretch lies. */
export function boundsOf({ boxes }: Line, [first, last]: Stretch): Bounds | null {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  for (let box = Math.floor(first / BLOCK) * 4; box < boxes.length && box <= (last / BLOCK) * 4; box += 4) {
    if (boxes[box]! < left) left = boxes[box]!;
    if (boxes[box + 1]! < top) top = boxes[box + 1]!;
    if (boxes[box + 2]! > right) right = boxes[box + 2]!;
    if (boxes[box + 3]! > bottom) bottom = boxes[box + 3]!;
  }
  return left <= right ? { left, top, right, bottom } : null;
}

/** The stretches of samples whose blocks may be seen between these bounds. */
export function stretchesWithin({ x, boxes }: Line, { left, top, right, bottom }: Bounds): Stretch[] {
  const found: [number, number][] = [];
  for (let box = 0; box * 4 < boxes.length; box += 1) {
    const isSeen =
      boxes[box * 4]! <= right &&
      boxes[box * 4 + 2]! >= left &&
      boxes[box * 4 + 1]! <= bottom &&
      boxes[box * 4 + 3]! >= top;
    if (!isSeen) continue;
    const last = Math.min(x.length, (box + 1) * BLOCK) - 1;
    const before = found.at(-1);
    if (before !== undefined && before[1] === box * BLOCK - 1) before[1] = last;
    else found.push([box * BLOCK, last]);
  }
  return found;
}
