/**
 * Greatest distance of a time from the others: a receiver without a fix says 1980, a damaged file anything, and no run
 * is two months long.
 */
const FAR = 30 * 24 * 3_600;

/** Seconds by which a phone's clock steps back and forth while it is set: the point itself is in its place. */
const MOST_STEP_BACK = 5;
/** Least jump that is told: nobody pauses a recording for days. */
const LEAST_JUMP = 2 * 24 * 3_600;

export interface TimeFaults {
  /** Times that are far from the rest. */
  readonly far: number;
  /** Times that go back. */
  readonly back: number;
  /** Times that went back by some seconds and lie between their neighbours now. */
  readonly mended: number;
  /** Seconds of the longest jump forward, 0 without one that has to be told. */
  readonly jump: number;
}

/**
 * Removes wrong times: those far from the rest, and those outside of the longest sequence of times that never goes back.
 * So one point in the future costs its own time, and not that of everything after it. Small steps back are mended.
 */
export function settleTimes(time: Float64Array): TimeFaults {
  const far = dropFarTimes(time);
  const wrong = goesBack(time) ? findOutsideOfRun(time) : [];
  const mended = mend(time, wrong);
  return { far, back: wrong.length - mended, mended, jump: findJump(time) };
}

/** Returns how many of the wrong times got one between their neighbours; the others have none now. */
function mend(time: Float64Array, wrong: readonly number[]): number {
  const written = wrong.map((at) => time[at]!);
  for (const at of wrong) time[at] = NaN;
  let before = -1;
  let after = -1;
  let seen = 0;
  const mendable: (readonly [at: number, time: number])[] = [];
  for (const [index, at] of wrong.entries()) {
    for (; seen < at; seen += 1) if (!Number.isNaN(time[seen]!)) before = seen;
    if (after < at) for (after = at + 1; after < time.length && Number.isNaN(time[after]!);) after += 1;
    const low = before < 0 ? time[after]! : time[before]!;
    const high = after >= time.length ? low : time[after]!;
    if (!(written[index]! >= low - MOST_STEP_BACK && written[index]! <= high + MOST_STEP_BACK)) continue;
    const part = before < 0 || after >= time.length ? 0 : (at - before) / (after - before);
    mendable.push([at, low + (high - low) * part]);
  }
  for (const [at, between] of mendable) time[at] = between;
  makeRoom(
    time,
    mendable.map(([at]) => at),
  );
  return mendable.length;
}

/** Part of the usual step that points keep between each other at least, and the most points that are moved for it. */
const LEAST_ROOM = 0.9;
const MOST_MOVED = 400;

/**
 * Points between neighbours that lie a moment apart would have been crossed at the speed of an aeroplane: the points around
 * them move together until all have room again.
 */
function makeRoom(time: Float64Array, mended: readonly number[]): void {
  if (mended.length === 0) return;
  const known = Array.from(time.keys()).filter((at) => !Number.isNaN(time[at]!));
  const steps = known.slice(1).map((at, index) => time[at]! - time[known[index]!]!);
  const usual = steps.filter((step) => step > 0).toSorted((a, b) => a - b);
  const typical = usual[usual.length >> 1] ?? 0;
  const placeOf = new Map(known.map((at, index) => [at, index]));
  let done = -1;
  for (const at of mended) {
    const middle = placeOf.get(at)!;
    if (middle <= done) continue;
    let [low, high] = [Math.max(0, middle - 1), Math.min(known.length - 1, middle + 1)];
    const room = () => time[known[high]!]! - time[known[low]!]! - LEAST_ROOM * typical * (high - low);
    while (room() < 0 && high - low < MOST_MOVED && (low > 0 || high < known.length - 1)) {
      if (high < known.length - 1) high += 1;
      if (low > 0 && low > done + 1) low -= 1;
      else if (high === known.length - 1) break;
    }
    const [from, length] = [time[known[low]!]!, time[known[high]!]! - time[known[low]!]!];
    for (let index = low + 1; index < high; index += 1)
      time[known[index]!] = from + (length * (index - low)) / (high - low);
    done = high;
  }
}

function findJump(time: Float64Array): number {
  let last = NaN;
  let most = 0;
  for (let at = 0; at < time.length; at += 1) {
    if (Number.isNaN(time[at]!)) continue;
    if (time[at]! - last > most) most = time[at]! - last;
    last = time[at]!;
  }
  return most < LEAST_JUMP ? 0 : most;
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
const compare = (a: number, b: number): number => (a < b ? -1 : a > b ? 1 : 0);
