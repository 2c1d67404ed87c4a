import { distanceBetween, METRES_PER_DEGREE, shortestTurn } from './geo.ts';

/** A fix that lies outside of what the recording itself does. */
export interface TornLine {
  /** Fixes that cannot be of the same line as the others, by their place in the list of fixes. */
  readonly bad: ReadonlySet<number>;
  /** Fixes before which the line is torn: both sides may be right, but the step between them is no way. */
  readonly tears: readonly number[];
}

/** Fewest steps that tell a spread. */
const LEAST_STEPS = 10;
/** m/s: standing receivers wander more slowly. */
const MOVING = 0.5;
/** A step is out of the ordinary above so many times the speed that one step in twenty exceeds, and so much more. */
const TIMES = 3;
const MORE = 3;
/** Metres: a shorter step is the receiver's own jitter. */
const LEAST_STEP = 5;
/** m/s²: what is faster than both of its neighbours by more is no motion. */
const MOST_CHANGE = 6;
/** Pieces of the line that are so short are dropped: a part of all fixes, and seconds. */
const SHORT_PART = 0.05;
const SHORT_SECONDS = 60;
/** Without times a step is judged by its length: so many times one in twenty, and so many metres. */
const UNTIMED_TIMES = 30;
const UNTIMED_METRES = 500;
/** A place from which the next step comes back is a bad one at less: so many times one in twenty, and so many metres. */
const BACK_TIMES = 5;
const BACK_METRES = 50;

/**
 * Judges the fixes of a segment by the segment's own spread, the first and the last like all others: a watch on a pitch
 * never moves at 40 m/s, and a car does so for more than one step.
 */
export function findTorn(known: readonly number[], time: Float64Array, lat: Float64Array, lon: Float64Array): TornLine {
  const steps = known.length < 2 ? null : measureSteps(known, time, lat, lon);
  if (steps === null || steps.metres.length < LEAST_STEPS) return { bad: new Set(), tears: [] };
  const own = ownLimit(steps);
  const isTimed = steps.speeds.some((speed) => !Number.isNaN(speed));
  const isOdd = isTimed ? (at: number) => isLeap(steps, at, own) : oddWithoutTimes(steps);
  const pieces: Piece[] = [{ from: 0, to: known.length }];
  for (let at = 0; at < steps.metres.length; at += 1) {
    if (!isOdd(at)) continue;
    pieces.at(-1)!.to = at + 1;
    pieces.push({ from: at + 1, to: known.length });
  }
  if (pieces.length === 1) return { bad: new Set(), tears: [] };
  const longest = pieces.reduce((one, other) => (other.to - other.from > one.to - one.from ? other : one));
  const canFollow = (a: number, b: number) => {
    const seconds = time[known[b]!]! - time[known[a]!]!;
    const metres = distanceBetween(lat[known[a]!]!, lon[known[a]!]!, lat[known[b]!]!, lon[known[b]!]!);
    return Number.isNaN(seconds) ? metres < UNTIMED_METRES : metres <= own * seconds + LEAST_STEP;
  };
  const isShort = ({ from, to }: Piece) => {
    const seconds = time[known[to - 1]!]! - time[known[from]!]!;
    return to - from <= Math.max(2, known.length * SHORT_PART) && !(seconds > SHORT_SECONDS);
  };
  /**
   * Whether a short piece is off the line. One that joins what is kept over the bad ones between stays: a bad fix takes
   * nothing with it that lies before or behind it.
   */
  const isOut = (piece: Piece, before: Piece | null, next: Piece | undefined, overNext: Piece | undefined): boolean => {
    if (before === null) {
      return next === undefined || overNext === undefined || !isShort(next) || !canFollow(piece.to - 1, overNext.from);
    }
    if (before.to < piece.from && canFollow(before.to - 1, piece.from)) return false;
    return next === undefined || canFollow(before.to - 1, next.from) || isShort(next);
  };
  const bad = new Set<number>();
  const tears: number[] = [];
  let last: Piece | null = null;
  for (const [index, piece] of pieces.entries()) {
    const next = pieces[index + 1];
    if (piece !== longest && isShort(piece) && isOut(piece, last, next, pieces[index + 2])) {
      for (let at = piece.from; at < piece.to; at += 1) bad.add(known[at]!);
      continue;
    }
    if (last !== null && !canFollow(last.to - 1, piece.from)) tears.push(known[piece.from]!);
    last = piece;
  }
  return { bad, tears };
}

/** Fixes from and up to, between two odd steps. */
interface Piece {
  from: number;
  to: number;
}

interface Steps {
  readonly metres: Float64Array;
  readonly seconds: Float64Array;
  /** m/s; NaN where one of the two has no time. */
  readonly speeds: Float64Array;
  readonly east: Float64Array;
  readonly north: Float64Array;
}

function measureSteps(known: readonly number[], time: Float64Array, lat: Float64Array, lon: Float64Array): Steps {
  const count = known.length - 1;
  const make = () => new Float64Array(count);
  const steps = { metres: make(), seconds: make(), speeds: make(), east: make(), north: make() };
  for (let at = 0; at < count; at += 1) {
    const [a, b] = [known[at]!, known[at + 1]!];
    steps.seconds[at] = time[b]! - time[a]!;
    steps.north[at] = (lat[b]! - lat[a]!) * METRES_PER_DEGREE;
    steps.east[at] = shortestTurn(lon[b]! - lon[a]!) * METRES_PER_DEGREE * Math.cos((lat[a]! * Math.PI) / 180);
    steps.metres[at] = Math.hypot(steps.east[at]!, steps.north[at]!);
    steps.speeds[at] = steps.seconds[at]! > 0 ? steps.metres[at]! / steps.seconds[at]! : NaN;
  }
  return steps;
}

function ownLimit({ speeds }: Steps): number {
  const moving = speeds.filter((speed) => speed > MOVING).sort();
  return TIMES * (moving[Math.floor(moving.length * 0.95)] ?? 0) + MORE;
}

/** Far faster than the rest, and neither what came before nor what follows goes on like it. */
function isLeap({ metres, seconds, speeds, east, north }: Steps, at: number, own: number): boolean {
  if (!(speeds[at]! > own) || metres[at]! < LEAST_STEP) return false;
  const goesOn = (other: number) => {
    if (Number.isNaN(speeds[other]!)) return false;
    const change = Math.hypot(
      east[at]! / seconds[at]! - east[other]! / seconds[other]!,
      north[at]! / seconds[at]! - north[other]! / seconds[other]!,
    );
    if (change <= (MOST_CHANGE * (seconds[at]! + seconds[other]!)) / 2) return true;
    const isSameWay = east[at]! * east[other]! + north[at]! * north[other]! > 0;
    return isSameWay && speeds[other]! >= speeds[at]! / 2;
  };
  return !(at > 0 && goesOn(at - 1)) && !(at + 1 < speeds.length && goesOn(at + 1));
}

function oddWithoutTimes({ metres, east, north }: Steps): (at: number) => boolean {
  const sorted = metres.toSorted();
  const usual = sorted[Math.floor(sorted.length * 0.95)]!;
  const most = Math.max(UNTIMED_METRES, UNTIMED_TIMES * usual);
  const far = Math.max(BACK_METRES, BACK_TIMES * usual);
  const isThereAndBack = (at: number) =>
    metres[at]! > far &&
    metres[at + 1]! > far &&
    Math.hypot(east[at]! + east[at + 1]!, north[at]! + north[at + 1]!) < far / 2;
  return (at) => metres[at]! > most || isThereAndBack(at) || isThereAndBack(at - 1);
}
