import { extremesBetween, type Levels } from './levels.ts';

/** Many points on a chart of some hundred pixels: the least and the greatest value under each pixel. */

export interface Line {
  /** Positions on the axis, which never go back. */
  readonly x: ArrayLike<number>;
  /** One for each line. */
  readonly columns: readonly Column[];
  /** Points to which no line is drawn from the point before, in order. */
  readonly breaks: readonly number[];
}

export interface Column {
  /** As many as there are positions. NaN where nothing was measured. */
  readonly values: ArrayLike<number>;
  /** Of the values; without them every value in sight is read for each drawing. */
  readonly levels?: Levels | undefined;
  /** From a value to a drawn one: a greater one stays a greater one. */
  readonly convert?: ((value: number) => number) | undefined;
}

export type DrawnColumn = (number | null)[];

/** The first index whose x is not below the value; points without x are taken to be where their neighbour is. */
export function firstAtLeast(x: ArrayLike<number>, value: number, from = 0): number {
  let low = from;
  let high = x.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    let probe = middle;
    while (probe < high && Number.isNaN(x[probe]!)) probe += 1;
    if (probe < high && x[probe]! < value) low = probe + 1;
    else high = middle;
  }
  return low;
}

/**
 * Columns to draw between two positions of the axis, at most a few points for each pixel: x first. Few points are
 * returned as they are.
 */
export function decimate(line: Line, from: number, to: number, pixels: number): [number[], ...DrawnColumn[]] {
  const { x, columns, breaks } = line;
  // One point beyond each edge, so that lines go on to the edge.
  const first = Math.max(0, firstAtLeast(x, from) - 1);
  const end = Math.min(x.length, firstAtLeast(x, to) + 2);
  const drawnX: number[] = [];
  const drawn: DrawnColumn[] = columns.map(() => []);
  const gapAt = (place: number) => {
    drawnX.push(place);
    for (const column of drawn) column.push(null);
  };
  const push = (which: number, at: number) => {
    const { values, convert } = columns[which]!;
    const value = at < 0 ? NaN : values[at]!;
    drawn[which]!.push(Number.isNaN(value) ? null : (convert?.(value) ?? value));
  };

  if (end - first <= pixels * 2) {
    let next = firstAtLeast(breaks, first + 1);
    for (let index = first; index < end; index += 1) {
      if (breaks[next] === index) {
        gapAt(x[index]!);
        next += 1;
      }
      drawnX.push(x[index]!);
      columns.forEach((_, which) => push(which, index));
    }
    return [drawnX, ...drawn];
  }

  const width = (to - from) / pixels;
  for (const { start, end: behind, pixel, isBreak } of groupByPixel(line, first, end, from, width)) {
    if (isBreak) gapAt(drawnX.at(-1) ?? from + pixel * width);
    const rows = columns.map(({ values, levels }) => extremesBetween(values, levels, start, behind));
    if (rows.every(([least]) => least < 0)) continue;
    // After a break within a pixel the same pixel is drawn a second time, and must not go back.
    const left = Math.max(drawnX.at(-1) ?? -Infinity, from + (pixel + 0.25) * width);
    drawnX.push(left, Math.max(left, from + (pixel + 0.75) * width));
    rows.forEach(([least, most], which) => {
      // In the order in which they came: a rise stays a rise.
      push(which, Math.min(least, most));
      push(which, Math.max(least, most));
    });
  }
  return [drawnX, ...drawn];
}

interface PixelGroup {
  readonly start: number;
  readonly end: number;
  readonly pixel: number;
  readonly isBreak: boolean;
}

/** Neighbours that fall onto the same pixel, and into the same segment: what lies between the breaks of one pixel is one. */
function groupByPixel({ x, breaks }: Line, first: number, last: number, from: number, width: number): PixelGroup[] {
  const groups: PixelGroup[] = [];
  for (let index = first; index < last;) {
    const pixel = Math.floor((x[index]! - from) / width);
    const end = Math.min(last, firstAtLeast(x, from + (pixel + 1) * width, index + 1));
    const next = firstAtLeast(breaks, Math.max(index, first + 1));
    const beyond = firstAtLeast(breaks, end, next);
    const inside = beyond > next ? [breaks[next]!, breaks[beyond - 1]!] : [];
    let start = index;
    for (const at of inside) {
      if (at > start) groups.push({ start, end: at, pixel, isBreak: start === inside[0] });
      start = at;
    }
    groups.push({ start, end, pixel, isBreak: beyond > next });
    index = end;
  }
  return groups;
}
