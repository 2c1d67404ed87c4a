import { BLOCK, type Line, type Stretch } from './line.ts';
import { screenX, screenY, type View } from './view.ts';

/** Distance in pixels within which two laps lie on each other: the one that the finger is on already is kept. */
const SAME_PLACE = 8;

export interface Pointed {
  readonly px: number;
  readonly py: number;
  /** Pixels. */
  readonly reach: number;
  /** The sample where a drag was before. */
  readonly last: number | null;
}

/** The sample nearest to a pixel, within reach of it. Blocks that lie further away than the nearest one are passed over. */
export function nearestIndex(
  line: Line,
  view: View,
  { px, py, reach, last }: Pointed,
  [first, end]: Stretch,
): number | null {
  const { x, y, boxes } = line;
  const distanceTo = (at: number) => Math.hypot(screenX(view, x[at]!) - px, screenY(view, y[at]!) - py);
  const distanceToBlock = (at: number) => {
    const box = Math.floor(at / BLOCK) * 4;
    const across = Math.max(screenX(view, boxes[box]!) - px, 0, px - screenX(view, boxes[box + 2]!));
    const down = Math.max(screenY(view, boxes[box + 1]!) - py, 0, py - screenY(view, boxes[box + 3]!));
    return Math.hypot(across, down);
  };
  /** The first sample from `from` on, forwards or back, that is near enough. */
  const seek = (from: number, step: 1 | -1, until: number, limit: () => number): number | null => {
    let at = from;
    while (at >= first && at <= end && (until - at) * step >= 0) {
      const isEntered = at === from || (step > 0 ? at % BLOCK === 0 : at % BLOCK === BLOCK - 1);
      // False for a block without a position, too.
      if (isEntered && !(distanceToBlock(at) <= limit())) {
        const start = at - (at % BLOCK);
        at = step > 0 ? start + BLOCK : start - 1;
        continue;
      }
      if (distanceTo(at) <= limit()) return at;
      at += step;
    }
    return null;
  };

  let best: number | null = null;
  let bestDistance = reach;
  for (let at: number | null = first; at !== null;) {
    at = seek(at, 1, end, () => bestDistance);
    if (at === null) break;
    best = at;
    bestDistance = distanceTo(at);
    at += 1;
  }
  if (best === null || last === null) return best;
  const limit = () => bestDistance + SAME_PLACE;
  const near = Math.abs(best - last);
  const found = [seek(last, -1, last - near, limit), seek(last, 1, last + near, limit), best];
  let nearest = best;
  for (const at of found) if (at !== null && Math.abs(at - last) < Math.abs(nearest - last)) nearest = at;
  // Near the last one: the closest point of that stretch and not merely its first that is close enough.
  let closest = nearest;
  for (let step = -1; step <= 1; step += 2) {
    for (let at = nearest; at >= first && at <= end; at += step) {
      const distance = distanceTo(at);
      if (distance > limit()) break;
      if (distance < distanceTo(closest)) closest = at;
    }
  }
  return closest;
}
