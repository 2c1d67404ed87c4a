/** How far the picture moved sideways from one frame to the next, in columns of its profile. */
export interface Shift {
  /** Stamps of the two frames. */
  readonly from: number;
  readonly to: number;
  readonly by: number;
}

/** How fast the phone turned, by its gyroscope. */
export interface Turn {
  readonly at: number;
  readonly rate: number;
}

export interface Calibration {
  /** How much later a frame is stamped than it was seen, by the gyroscope's clock. */
  readonly lag: number;
  readonly correlation: number;
}

/** A twist that shows less than this is done again: an unclear one is wrong by tens of milliseconds. */
export const LEAST_CORRELATION = 0.95;

const LEAST_FRAMES = 40;
const LEAST_LAG_MS = -50;
const MOST_LAG_MS = 250;
const STEP_MS = 2;
/** The parabola through the best lag's neighbours: wide enough for the noise of single frames. */
const PARABOLA_MS = 8;

/**
 * Finds how late frames are stamped, from a phone that is twisted left and right: the picture moves as the gyroscope says, later by
 * the lag. Undefined where too little was seen to say anything.
 */
export function calibrate(shifts: readonly Shift[], turns: readonly Turn[]): Calibration | undefined {
  if (shifts.length < LEAST_FRAMES || turns.length < LEAST_FRAMES / 2) return undefined;
  const angleAt = turnedBy(turns);
  const score = (lag: number): number => correlate(shifts, angleAt, lag);
  let best = { lag: 0, correlation: -Infinity };
  for (let lag = LEAST_LAG_MS; lag <= MOST_LAG_MS; lag += STEP_MS) {
    const correlation = score(lag);
    // A picture moves against the turn or with it, by which way round the browser counts.
    if (correlation > best.correlation) best = { lag, correlation };
  }
  const [before, after] = [score(best.lag - PARABOLA_MS), score(best.lag + PARABOLA_MS)];
  const bend = before - 2 * best.correlation + after;
  const lag = bend < 0 ? best.lag + (PARABOLA_MS * (before - after)) / (2 * bend) : best.lag;
  return { lag, correlation: Math.min(1, best.correlation) };
}

/** The angle turned since the first reading, at any moment; undefined outside the readings. */
function turnedBy(turns: readonly Turn[]): (at: number) => number | undefined {
  const angles = [0];
  for (let index = 1; index < turns.length; index += 1) {
    const [one, other] = [turns[index - 1]!, turns[index]!];
    angles.push(angles[index - 1]! + ((one.rate + other.rate) / 2) * (other.at - one.at));
  }
  return (at) => {
    let [low, high] = [0, turns.length - 1];
    if (at < turns[low]!.at || at > turns[high]!.at) return undefined;
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if (turns[middle]!.at <= at) low = middle;
      else high = middle;
    }
    const [one, other] = [turns[low]!, turns[high]!];
    const span = other.at - one.at;
    if (span <= 0) return angles[low]!;
    const share = (at - one.at) / span;
    const rate = one.rate + (other.rate - one.rate) * share;
    return angles[low]! + ((one.rate + rate) / 2) * (at - one.at);
  };
}

/** How well shifts and turns of the same spans agree, whichever way round they are counted: 1 is perfectly. */
function correlate(shifts: readonly Shift[], angleAt: (at: number) => number | undefined, lag: number): number {
  let [both, shiftsOnly, turnsOnly, used] = [0, 0, 0, 0];
  for (const { from, to, by } of shifts) {
    const [begin, end] = [angleAt(from - lag), angleAt(to - lag)];
    if (begin === undefined || end === undefined) continue;
    const turned = end - begin;
    both += by * turned;
    shiftsOnly += by * by;
    turnsOnly += turned * turned;
    used += 1;
  }
  if (used < LEAST_FRAMES / 2 || shiftsOnly === 0 || turnsOnly === 0) return 0;
  return Math.abs(both) / Math.sqrt(shiftsOnly * turnsOnly);
}

/** The sideways shift between two profiles, means of columns, to a part of a column; undefined where nothing fits. */
export function shiftBetween(
  before: ArrayLike<number>,
  after: ArrayLike<number>,
  most = Math.floor(before.length / 4),
): number | undefined {
  let best = { by: 0, difference: Infinity };
  const differences = new Map<number, number>();
  const differenceAt = (by: number): number => {
    const known = differences.get(by);
    if (known !== undefined) return known;
    const [begin, end] = [Math.max(0, by), Math.min(before.length, before.length + by)];
    let [sum, light] = [0, 0];
    for (let column = begin; column < end; column += 1) light += after[column]! - before[column - by]!;
    light /= end - begin;
    for (let column = begin; column < end; column += 1) {
      const difference = after[column]! - before[column - by]! - light;
      sum += difference * difference;
    }
    const mean = sum / (end - begin);
    differences.set(by, mean);
    return mean;
  };
  for (let by = -most; by <= most; by += 1) {
    const difference = differenceAt(by);
    if (difference < best.difference) best = { by, difference };
  }
  if (Math.abs(best.by) === most) return undefined;
  const [left, right] = [differenceAt(best.by - 1), differenceAt(best.by + 1)];
  const bend = left - 2 * best.difference + right;
  return bend > 0 ? best.by + (left - right) / (2 * bend) : undefined;
}
