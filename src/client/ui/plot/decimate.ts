/** A hundred thousand points on a chart of some hundred pixels: the least and the greatest value under each pixel. */

export interface Line {
  /** Positions on the axis, which never go back; NaN where a point has none. */
  readonly x: ArrayLike<number>;
  /** One column for each line, as long as `x`. NaN where nothing was measured. */
  readonly columns: readonly ArrayLike<number>[];
  /** Points to which no line is drawn from the point before. */
  readonly breaks: readonly number[];
}

export type DrawnColumn = (number | null)[];

/** The first index whose x is not below the value; points without x are taken to be where their neighbour is. */
export function firstAtLeast(x: ArrayLike<number>, value: number): number {
  let low = 0;
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
  const { x, columns } = line;
  // One point beyond each edge, so that lines go on to the edge.
  const first = Math.max(0, firstAtLeast(x, from) - 1);
  const last = Math.min(x.length - 1, firstAtLeast(x, to) + 1);
  const drawnX: number[] = [];
  const drawn: DrawnColumn[] = columns.map(() => []);
  const breaks = new Set(line.breaks.filter((index) => index > first && index <= last));
  const gapAt = (place: number) => {
    drawnX.push(place);
    for (const column of drawn) column.push(null);
  };

  if (last - first < pixels * 2) {
    for (let index = first; index <= last; index += 1) {
      if (Number.isNaN(x[index]!)) continue;
      if (breaks.has(index)) gapAt(x[index]!);
      drawnX.push(x[index]!);
      columns.forEach((column, which) => drawn[which]!.push(orGap(column[index]!)));
    }
    return [drawnX, ...drawn];
  }

  const width = (to - from) / pixels;
  const groups = groupByPixel(x, first, last, from, width, breaks);
  const isNothing = new Uint8Array(groups.length);
  const rows = columns.map((column) => extremesOf(x, column, groups, last));
  groups.forEach((_, index) => {
    isNothing[index] = Number(rows.every(({ least }) => Number.isNaN(least[index]!)));
  });
  groups.forEach(({ pixel, isBreak }, index) => {
    if (isBreak) gapAt(drawnX.at(-1) ?? from + pixel * width);
    if (isNothing[index] === 1) return;
    // After a break within a pixel the same pixel is drawn a second time, and must not go back.
    const left = Math.max(drawnX.at(-1) ?? -Infinity, from + (pixel + 0.25) * width);
    drawnX.push(left, Math.max(left, from + (pixel + 0.75) * width));
    rows.forEach(({ least, most, isRise }, which) => {
      const pair = isRise[index] === 1 ? [least, most] : [most, least];
      for (const values of pair) drawn[which]!.push(orGap(values[index]!));
    });
  });
  return [drawnX, ...drawn];
}

const orGap = (value: number) => (Number.isNaN(value) ? null : value);

interface PixelGroup {
  readonly start: number;
  readonly pixel: number;
  readonly isBreak: boolean;
}

/** Neighbours that fall onto the same pixel, and into the same segment. */
function groupByPixel(
  x: ArrayLike<number>,
  first: number,
  last: number,
  from: number,
  width: number,
  breaks: ReadonlySet<number>,
): readonly PixelGroup[] {
  const groups: PixelGroup[] = [];
  const hasBreaks = breaks.size > 0;
  let pixel = NaN;
  for (let index = first; index <= last; index += 1) {
    const next = Math.floor((x[index]! - from) / width);
    const isBreak = hasBreaks && breaks.has(index);
    if (Number.isNaN(next) && !isBreak) continue;
    if (next === pixel && !isBreak) continue;
    if (!Number.isNaN(next)) pixel = next;
    groups.push({ start: index, pixel: Number.isNaN(pixel) ? 0 : pixel, isBreak });
  }
  return groups;
}

interface Extremes {
  readonly least: Float64Array;
  readonly most: Float64Array;
  /** Whether the least value came first: drawn in that order, a rise stays a rise. */
  readonly isRise: Uint8Array;
}

function extremesOf(
  x: ArrayLike<number>,
  values: ArrayLike<number>,
  groups: readonly PixelGroup[],
  last: number,
): Extremes {
  const least = new Float64Array(groups.length).fill(NaN);
  const most = new Float64Array(groups.length).fill(NaN);
  const isRise = new Uint8Array(groups.length).fill(1);
  for (let group = 0; group < groups.length; group += 1) {
    const end = groups[group + 1]?.start ?? last + 1;
    let low = Infinity;
    let high = -Infinity;
    let lowAt = -1;
    let highAt = -1;
    for (let index = groups[group]!.start; index < end; index += 1) {
      const value = values[index]!;
      // Both comparisons are false for NaN; a point without a position on the axis is not drawn.
      if (value < low && !Number.isNaN(x[index]!)) {
        low = value;
        lowAt = index;
      }
      if (value > high && !Number.isNaN(x[index]!)) {
        high = value;
        highAt = index;
      }
    }
    if (lowAt < 0) continue;
    least[group] = low;
    most[group] = high;
    isRise[group] = Number(lowAt <= highAt);
  }
  return { least, most, isRise };
}
