/**
 * Greatest distance of a time from the others: a receiver without a fix says 1980, a damaged file anything, and no run
 * is two months long.
 */
const FAR = 30 * 24 * 3_600;

/**
 * Removes wrong times and returns their number: those far from the rest, and those outside of the longest sequence of
 * times that never goes back. So one point in the future costs its own time, and not that of everything after it.
 */
export function dropWrongTimes(time: Float64Array): number {
  const far = dropFarTimes(time);
  if (!goesBack(time)) return far;
  const wrong = findOutsideOfRun(time);
  for (const at of wrong) time[at] = NaN;
  return far + wrong.length;
}

function dropFarTimes(time: Float64Array): number {
  let least = Infinity;
  let most = -Infinity;
  for (let at = 0; at < time.length; at += 1) {
    if (time[at]! < least) least = time[at]!;
    if (time[at]! > most) most = time[at]!;
  }
  if (!(most - least > FAR)) return 0;
  const sorted = time.filter((value) => !Number.isNaN(value)).sort();
  const middle = sorted[sorted.length >> 1]!;
  let far = 0;
  for (let at = 0; at < time.length; at += 1) {
    if (!(Math.abs(time[at]! - middle) > FAR)) continue;
    time[at] = NaN;
    far += 1;
  }
  return far;
}

function findOutsideOfRun(time: Float64Array): number[] {
  // Patience sorting: `tails[n]` is the end of the best sequence of n + 1 times.
  const tails: number[] = [];
  const before = new Int32Array(time.length);
  for (let at = 0; at < time.length; at += 1) {
    const value = time[at]!;
    if (Number.isNaN(value)) continue;
    let low = 0;
    let high = tails.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (time[tails[middle]!]! <= value) low = middle + 1;
      else high = middle;
    }
    before[at] = low === 0 ? -1 : tails[low - 1]!;
    tails[low] = at;
  }
  const isRight = new Uint8Array(time.length);
  for (let at = tails.at(-1) ?? -1; at >= 0; at = before[at]!) isRight[at] = 1;
  const wrong: number[] = [];
  for (let at = 0; at < time.length; at += 1) {
    if (isRight[at] === 0 && !Number.isNaN(time[at]!)) wrong.push(at);
  }
  return wrong;
}

function goesBack(time: Float64Array): boolean {
  let last = -Infinity;
  for (let at = 0; at < time.length; at += 1) {
    if (time[at]! < last) return true;
    if (time[at]! > last) last = time[at]!;
  }
  return false;
}

/**
 * The order of the segments by their first times; null when they stand in it already. Segments without times stay
 * behind the one they follow in the file.
 */
export function orderSegments(time: Float64Array, breaks: readonly number[]): number[] | null {
  const starts: number[] = [];
  let last = -Infinity;
  let isSorted = true;
  for (const [index, from] of breaks.entries()) {
    const to = breaks[index + 1] ?? time.length;
    let at = from;
    while (at < to && Number.isNaN(time[at]!)) at += 1;
    const start = at < to ? time[at]! : last;
    if (start < last) isSorted = false;
    last = start;
    starts.push(start);
  }
  if (isSorted) return null;
  return starts.map((_, index) => index).toSorted((a, b) => compare(starts[a]!, starts[b]!) || a - b);
}

/** A comparison without subtraction: two infinities would make NaN. */
function compare(a: number, b: number): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
