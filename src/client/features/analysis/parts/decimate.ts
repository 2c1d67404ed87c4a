/** What a chart of some hundred pixels can show of a hundred thousand points: the least and the most under each pixel. */

export interface Line {
  /** Never goes back; NaN where a point has no place on the axis. */
  readonly x: ArrayLike<number>;
  /** One column for each line, as long as `x`. NaN where nothing was measured. */
  readonly columns: readonly ArrayLike<number>[];
  /** No line is drawn across from the point before. */
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
 * Columns to draw between two places of the axis, at most a few points for each pixel: x first. Where there are few points
 * they are handed on as they are.
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
  const buckets = columns.map(() => new Bucket());
  let bucket = NaN;
  const flush = () => {
    if (Number.isNaN(bucket) || buckets.every(({ isEmpty }) => isEmpty)) return;
    // After a break within a pixel the same pixel is drawn a second time, and must not go back.
    const left = Math.max(drawnX.at(-1) ?? -Infinity, from + (bucket + 0.25) * width);
    drawnX.push(left, Math.max(left, from + (bucket + 0.75) * width));
    buckets.forEach((each, which) => {
      drawn[which]!.push(...each.take());
    });
  };
  for (let index = first; index <= last; index += 1) {
    const place = x[index]!;
    if (Number.isNaN(place)) continue;
    const next = Math.floor((place - from) / width);
    if (next !== bucket || breaks.has(index)) {
      flush();
      bucket = next;
    }
    if (breaks.has(index)) gapAt(drawnX.at(-1) ?? place);
    for (let which = 0; which < columns.length; which += 1) buckets[which]!.add(columns[which]![index]!);
  }
  flush();
  return [drawnX, ...drawn];
}

const orGap = (value: number) => (Number.isNaN(value) ? null : value);

class Bucket {
  #least = NaN;
  #most = NaN;
  #leastFirst = true;

  get isEmpty(): boolean {
    return Number.isNaN(this.#least);
  }

  add(value: number): void {
    if (Number.isNaN(value)) return;
    if (this.isEmpty) {
      this.#least = value;
      this.#most = value;
    } else if (value < this.#least) {
      this.#least = value;
      this.#leastFirst = false;
    } else if (value > this.#most) {
      this.#most = value;
      this.#leastFirst = true;
    }
  }

  /** In the order in which they came, so that a rise stays a rise. */
  take(): [number | null, number | null] {
    const pair: [number, number] = this.#leastFirst ? [this.#least, this.#most] : [this.#most, this.#least];
    this.#least = NaN;
    this.#most = NaN;
    this.#leastFirst = true;
    return [orGap(pair[0]), orGap(pair[1])];
  }
}
