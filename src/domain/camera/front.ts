import { LINE_COLUMN, STRIP } from './strip.ts';

const LAST_COLUMN = STRIP.columns - 1;
/** Covered cells that make a column part of somebody. */
const LEAST_COVERED = 3;
/** Empty columns within one rider: a wheel is hollow. */
const WIDEST_GAP = 6;
/** Columns past the line after which the path is known well enough. */
const PAST_LINE = 5;
const LONGEST_WAIT_MS = 150;
/** Columns on each side of the line whose path is nearly straight. */
const NEAR_LINE = 7;

/** Where the foremost part of somebody was at a moment, in columns from the side that they came from. */
interface Passed {
  readonly at: number;
  readonly column: number;
}

/** Somebody who walks into the strip from one side. */
export interface Front {
  /** 1 from the left, -1 from the right. */
  readonly direction: 1 | -1;
  /** The foremost covered column, counted from the side; -1 for nobody. */
  column: number;
  readonly path: Passed[];
  /** Most covered cells of a column so far: the height of whoever it is. */
  height: number;
  /** The line was crossed, or this is the back of somebody from the other side. */
  isOver: boolean;
  atLineSince: number | undefined;
  /** The two moments between which the front left the strip at the far side. */
  left: readonly [number, number] | undefined;
}

/** A line through the path. */
export interface FrontFit {
  readonly at: number;
  /** Columns of the path that were used. */
  readonly columns: number;
  /** Columns in a millisecond; undefined where one column alone was seen. */
  readonly speed: number | undefined;
}

export function createFront(direction: 1 | -1, column = -1): Front {
  return { direction, column, path: [], height: 0, isOver: false, atLineSince: undefined, left: undefined };
}

/** Counts of a column counted from the front's own side. */
const fromSide = (counts: Float32Array, { direction }: Front, column: number): number =>
  counts[direction > 0 ? column : LAST_COLUMN - column]!;

/** The foremost column that is covered without a wide gap behind it; -1 for none. */
export function findForemost(counts: Float32Array, front: Front): number {
  let foremost = -1;
  let gap = 0;
  const begin = !front.isOver && front.column > WIDEST_GAP ? front.column - WIDEST_GAP : 0;
  for (let column = begin; column <= LAST_COLUMN; column += 1) {
    if (fromSide(counts, front, column) >= LEAST_COVERED) {
      foremost = column;
      gap = 0;
    } else {
      gap += 1;
      if (gap > WIDEST_GAP) break;
    }
  }
  return foremost;
}

/** Brings the front forward. A front that came by one column was there between the two strips, by how full the column is. */
export function moveFront(
  front: Front,
  foremost: number,
  { counts, before, at, beforeAt }: { counts: Float32Array; before: Float32Array; at: number; beforeAt: number },
): void {
  if (foremost > front.column) {
    if (foremost - front.column === 1 || foremost === 0) {
      const [from, to] = [fromSide(before, front, foremost), fromSide(counts, front, foremost)];
      const share = to > from ? Math.min(1, Math.max(0, (LEAST_COVERED - from) / (to - from))) : 1;
      front.path.push({ at: beforeAt + (at - beforeAt) * share, column: foremost + 0.3 });
    } else if (foremost < LAST_COLUMN) {
      front.path.push({ at, column: foremost + 0.6 });
    } else {
      front.left = [beforeAt, at];
    }
    front.column = foremost;
  }
  for (let column = 0; column <= foremost; column += 1) {
    front.height = Math.max(front.height, fromSide(counts, front, column));
  }
}

/** Whether enough of the path past the line is known. */
export function hasPassedLine(front: Front, at: number): boolean {
  if (front.column < LINE_COLUMN) return false;
  front.atLineSince ??= at;
  return (
    front.column >= LINE_COLUMN + PAST_LINE || front.left !== undefined || at - front.atLineSince > LONGEST_WAIT_MS
  );
}

/** The moment at which the front was at the line; undefined where it was seen too far from it. */
export function fitFront({ path, left }: Front): FrontFit | undefined {
  const seen = path.filter(({ column }) => Math.abs(column - LINE_COLUMN) < LINE_COLUMN + 1);
  const near = seen.filter(({ column }) => Math.abs(column - LINE_COLUMN) <= NEAR_LINE);
  const used = near.length >= 4 ? near : seen;
  const [first] = used;
  if (first === undefined) return left && { at: (left[0] + left[1]) / 2, columns: 0, speed: undefined };
  if (used.length === 1) {
    if (left === undefined || left[1] <= left[0]) return { at: first.at, columns: 1, speed: undefined };
    // It went out of the strip within one interval: at least this fast.
    const speed = (Math.max(first.column, STRIP.columns - first.column) * 1.2) / (left[1] - left[0]);
    return { at: first.at + (LINE_COLUMN - first.column) / speed, columns: 1, speed };
  }
  return fitLine(used);
}

function fitLine(used: readonly Passed[]): FrontFit {
  const columns = used.length;
  const meanAt = used.reduce((sum, { at }) => sum + at, 0) / columns;
  const meanColumn = used.reduce((sum, { column }) => sum + column, 0) / columns;
  let together = 0;
  let spread = 0;
  for (const { at, column } of used) {
    together += (column - meanColumn) * (at - meanAt);
    spread += (column - meanColumn) ** 2;
  }
  const msPerColumn = spread > 0 ? together / spread : 0;
  if (!(msPerColumn > 0)) return { at: meanAt, columns, speed: undefined };
  return { at: meanAt + msPerColumn * (LINE_COLUMN - meanColumn), columns, speed: 1 / msPerColumn };
}
