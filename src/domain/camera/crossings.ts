import { type Background, createBackground } from './background.ts';
import { createFront, findForemost, fitFront, type Front, type FrontFit, hasPassedLine, moveFront } from './front.ts';
import { LINE_COLUMN, STRIP } from './strip.ts';

/** Somebody who seems to have crossed the line: an offer to a timekeeper, never a time by itself. */
interface Crossing {
  /** When the foremost part was at the line, on the clock of the strips. */
  readonly at: number;
  /** 1 from the left, -1 from the right. */
  readonly direction: 1 | -1;
  /** Columns in a millisecond, where more than one was seen. */
  readonly speed: number | undefined;
}

export interface CrossingDetector {
  /** Takes the strip of a frame; answers the crossings that are settled by it, a third of a second after they happened. */
  push(strip: ArrayLike<number>, at: number): Crossing[];
  /** Grainy as at dusk: crossings are then those of bodies in place of wheels. */
  isNoisy(): boolean;
}

/** The empty road is learned first. */
const WARM_UP_MS = 1_200;
/** Nobody crosses as close behind another. */
const CLOSEST_MS = 90;
/** Within this time a faint second front is an echo of the first: its shadow, its other side. */
const ECHO_MS = 600;
const LEAST_COLUMNS = 3;
const LEAST_COLUMNS_BACKWARD = 5;
/** Columns in a millisecond from which two columns are all that can be seen of a rider. */
const FAST = 0.06;
/** Share of the strip's height that a person has at least: dogs and leaves are lower. */
const LEAST_HEIGHT = 0.1 * STRIP.rows;
/** The height is known when the whole of somebody has passed. */
const SETTLED_AFTER_MS = 350;
/** A front that begins this far inside, while another comes from the other side, is that one's back. */
const INSIDE = 0.3 * STRIP.columns;

interface Unsettled {
  readonly crossing: Crossing;
  height: number;
}

/** Follows who walks into the strip from either side, and finds when they were at the line. */
export function createCrossingDetector(): CrossingDetector {
  let background: Background | undefined;
  let before: Float32Array = new Float32Array(STRIP.columns);
  let beforeAt = 0;
  let begunAt = 0;
  const fronts: [Front, Front] = [createFront(1), createFront(-1)];
  let last: { at: number; direction: number } | undefined;
  let unsettled: Unsettled[] = [];

  function isEcho({ at, columns, speed }: FrontFit, direction: number): boolean {
    const since = last === undefined ? Infinity : at - last.at;
    if (since < CLOSEST_MS) return true;
    if (last === undefined || since >= ECHO_MS) return false;
    const isBackward = direction !== last.direction;
    const isFast = columns === 2 && speed !== undefined && speed > FAST && !isBackward;
    return (columns < LEAST_COLUMNS && !isFast) || (isBackward && columns < LEAST_COLUMNS_BACKWARD);
  }

  function follow(side: 0 | 1, counts: Float32Array, at: number): void {
    const front = fronts[side];
    const other = fronts[side === 0 ? 1 : 0];
    const foremost = findForemost(counts, front);
    if (foremost < 0) {
      fronts[side] = createFront(front.direction);
      return;
    }
    if (front.isOver) {
      // The line is free again, and somebody follows.
      if (foremost < LINE_COLUMN - 2) {
        fronts[side] = createFront(front.direction, foremost);
        fronts[side].path.push({ at, column: foremost + 0.6 });
      } else front.column = foremost;
      return;
    }
    if (front.column < 0 && other.column >= 0 && foremost >= INSIDE) {
      front.isOver = true;
      front.column = foremost;
      return;
    }
    moveFront(front, foremost, { counts, before, at, beforeAt });
    if (!hasPassedLine(front, at)) return;
    front.isOver = true;
    const fit = fitFront(front);
    if (fit === undefined || isEcho(fit, front.direction)) return;
    const crossing = { at: fit.at, direction: front.direction, speed: fit.speed };
    unsettled.push({ crossing, height: front.height });
    last = crossing;
    other.isOver = true;
  }

  function settle(counts: Float32Array, at: number): Crossing[] {
    for (const each of unsettled) {
      each.height = Math.max(each.height, counts[LINE_COLUMN]!, counts[LINE_COLUMN - 1]!);
    }
    const settled = unsettled.filter(({ crossing }) => at - crossing.at > SETTLED_AFTER_MS);
    if (settled.length === 0) return [];
    unsettled = unsettled.filter((each) => !settled.includes(each));
    return settled.flatMap(({ crossing, height }) => (height >= LEAST_HEIGHT ? [crossing] : []));
  }

  return {
    push(strip, at) {
      if (background === undefined) {
        background = createBackground(strip);
        begunAt = at;
        beforeAt = at;
        return [];
      }
      const counts = background.countCovered(strip);
      const isWarm = at - begunAt >= WARM_UP_MS;
      if (isWarm) {
        follow(0, counts, at);
        follow(1, counts, at);
      }
      before = counts;
      beforeAt = at;
      return isWarm ? settle(counts, at) : [];
    },
    isNoisy: () => background?.isNoisy() ?? false,
  };
}
