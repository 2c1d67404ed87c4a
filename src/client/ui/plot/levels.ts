/**
 * Where the least and the greatest value of each block of a column stand: of 16 points, of 16 such blocks, and so on, one
 * level behind the other. A chart reads some dozen of them for each pixel, however many points lie under it.
 */
export interface Levels {
  readonly least: Int32Array;
  readonly most: Int32Array;
}

const BLOCK = 16;
const NONE = -1;

/** NaN is no value: a block without any has -1. */
export function createLevels(values: ArrayLike<number>): Levels {
  const sizes: number[] = [];
  for (let size = values.length; size >= BLOCK; size = sizes.at(-1)!) sizes.push(Math.ceil(size / BLOCK));
  const total = sizes.reduce((sum, size) => sum + size, 0);
  const levels = { least: new Int32Array(total), most: new Int32Array(total) };
  let start = 0;
  let below: number | null = null;
  let count = values.length;
  for (const size of sizes) {
    for (let block = 0; block < size; block += 1) {
      const found = createExtremes(values);
      scan(found, levels, below, block * BLOCK, Math.min(count, (block + 1) * BLOCK));
      levels.least[start + block] = found.leastAt;
      levels.most[start + block] = found.mostAt;
    }
    below = start;
    start += size;
    count = size;
  }
  return levels;
}

interface Extremes {
  readonly values: ArrayLike<number>;
  least: number;
  most: number;
  /** Of equal values the first; -1 as long as there is none. */
  leastAt: number;
  mostAt: number;
}

const createExtremes = (values: ArrayLike<number>): Extremes => ({
  values,
  least: Infinity,
  most: -Infinity,
  leastAt: NONE,
  mostAt: NONE,
});

/** Takes blocks of the level that begins at `start`, or the points themselves where that is null, in order. */
function scan(found: Extremes, levels: Levels | undefined, start: number | null, from: number, end: number): void {
  const { values } = found;
  for (let at = from; at < end; at += 1) {
    const leastAt = start === null ? at : levels!.least[start + at]!;
    if (leastAt === NONE) continue;
    const mostAt = start === null ? at : levels!.most[start + at]!;
    // Both comparisons are false for NaN.
    if (values[leastAt]! < found.least) {
      found.least = values[leastAt]!;
      found.leastAt = leastAt;
    }
    if (values[mostAt]! > found.most) {
      found.most = values[mostAt]!;
      found.mostAt = mostAt;
    }
  }
}

/** Where the least and the greatest value from `from` to before `end` stand; -1 where there is none. */
export function extremesBetween(
  values: ArrayLike<number>,
  levels: Levels | undefined,
  from: number,
  end: number,
): readonly [least: number, most: number] {
  const found = createExtremes(values);
  take(found, levels, null, values.length, from, end);
  return [found.leastAt, found.mostAt];
}

/** What lies in whole blocks is taken from the level above. */
function take(
  found: Extremes,
  levels: Levels | undefined,
  start: number | null,
  size: number,
  from: number,
  end: number,
): void {
  const first = Math.ceil(from / BLOCK);
  const last = Math.floor(end / BLOCK);
  if (levels === undefined || first >= last) return scan(found, levels, start, from, end);
  scan(found, levels, start, from, first * BLOCK);
  take(found, levels, start === null ? 0 : start + size, Math.ceil(size / BLOCK), first, last);
  scan(found, levels, start, last * BLOCK, end);
}
