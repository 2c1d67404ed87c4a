import { ok, refuse, type Result } from '../../../domain/result.ts';
import { courseOf, cut, type Passage, planeOf } from './course.ts';
import type { Lapse } from './gates.ts';
import { settleOnto, SMOOTHED_WIDTHS } from './settle.ts';
import { interpolate, type Track } from './track.ts';

/** A run and the part of it that counts. */
export interface Contender {
  readonly track: Track;
  readonly lapse: Lapse;
}

export interface Sector {
  /** Metres along the first run's course. */
  readonly from: number;
  readonly to: number;
  /** Seconds of each run. */
  readonly a: number;
  readonly b: number;
  /** b - a: negative where the second was faster. */
  readonly difference: number;
}

/** A stretch on which one run gained on the other. */
interface Gain {
  readonly from: number;
  readonly to: number;
  /** Seconds that the second run lost on the stretch; negative where it gained. */
  readonly seconds: number;
}

interface Moment {
  /** Seconds on the run's own timeline. */
  readonly time: number;
  readonly elapsed: number;
  /** Metres along the first run's course. */
  readonly distance: number;
  readonly lat: number;
  readonly lon: number;
}

interface Both {
  readonly a: Moment;
  readonly b: Moment;
}

export interface Comparison {
  /** Metres of the first run's course. */
  readonly length: number;
  /** Seconds of each run. */
  readonly durationA: number;
  readonly durationB: number;
  /** durationB - durationA: negative when the second was faster. */
  readonly finalDelta: number;
  /** Points of a chart: metres along the course, and the seconds that the second run was behind there (negative: ahead). */
  readonly distance: Float64Array;
  readonly delta: Float64Array;
  /** Seconds by which the delta may be off at each of these points, because a receiver may be off its place. */
  readonly band: Float64Array;
  bandAt(distance: number): number;
  /** Seconds that the second was behind at a point of the course. */
  deltaAt(distance: number): number;
  /** The position of each run so many seconds after its own start: the ghost. */
  ghostAt(elapsed: number): Both;
  /** The moment of each run at a point of the course. */
  placeAt(distance: number): Both;
  /** The other run's time (own timelines) at the same point, or after the same time since the start. */
  timeInB(timeInA: number, by: 'place' | 'elapsed'): number;
  timeInA(timeInB: number, by: 'place' | 'elapsed'): number;
  /** Equal sectors by count, or sectors that end at the given distances. */
  sectors(parts: number | readonly number[]): Sector[];
  /** Stretches where time was gained and lost, the greatest first. */
  gains(most?: number): Gain[];
}

/** `other-course`: the second run was too rarely near the first one's way, or did not get far on it. */
export type CompareProblem = 'no-positions' | 'other-course';

const LEAST_NEAR = 0.6;
const LEAST_REACHED = 0.8;
/** Points of the chart: one for each metre, within bounds. */
const FEWEST_POINTS = 200;
const MOST_POINTS = 5_000;
/** Smaller changes of the delta are no gain. */
const LEAST_GAIN_SECONDS = 0.03;
const LEAST_GAIN_SHARE = 0.05;
const EVEN_SHARE = 0.03;

/** The part of a run that counts, and the distance along the course at each of its fixes. */
interface Side extends Passage {
  readonly along: Float64Array;
  readonly from: number;
  readonly to: number;
}

/** Two runs on one course. */
export interface Settled {
  readonly length: number;
  readonly accuracy: number;
  readonly a: Side;
  readonly b: Side;
}

export function compareRuns(a: Contender, b: Contender): Result<Comparison, CompareProblem> {
  const settled = settleRuns(a, b);
  return settled.ok ? ok(comparisonOf(settled.value)) : settled;
}

/** The part of a comparison that takes long: with two rides of hours, seconds. */
export function settleRuns(a: Contender, b: Contender): Result<Settled, CompareProblem> {
  if (a.track.time.length < 2 || b.track.time.length < 2) return refuse('no-positions');
  const plane = planeOf(a.track);
  const passageA = cut(a.track, a.lapse, plane);
  const passageB = cut(b.track, b.lapse, plane);
  const course = courseOf(passageA);
  if (!(course.length > 0)) return refuse('no-positions');
  // The first run is projected too, so that both are treated alike and a run is level with itself.
  const accuracy = Math.hypot(a.track.accuracy, b.track.accuracy);
  const ofA = settleOnto(course, passageA, accuracy);
  const ofB = settleOnto(course, passageB, accuracy);
  if (ofB.near < LEAST_NEAR || ofB.reached < LEAST_REACHED * course.length) return refuse('other-course');
  return ok({
    length: course.length,
    accuracy,
    a: { ...passageA, ...ofA, ...a.lapse },
    b: { ...passageB, ...ofB, ...b.lapse },
  });
}

/** The same with each run on another timeline. */
export function moveSettled({ a, b, ...course }: Settled, offsetA: number, offsetB: number): Settled {
  const moved = (side: Side, by: number): Side =>
    by === 0 ? side : { ...side, time: side.time.map((time) => time + by), from: side.from + by, to: side.to + by };
  return { ...course, a: moved(a, offsetA), b: moved(b, offsetB) };
}

export function comparisonOf({ length, accuracy, a, b }: Settled): Comparison {
  const bandAt = (distance: number) => bandOf(length, accuracy, distance, a, b);
  const deltaAt = (distance: number) => elapsedAt(b, distance) - elapsedAt(a, distance);
  const points = Math.max(FEWEST_POINTS, Math.min(MOST_POINTS, Math.ceil(length))) + 1;
  const distance = Float64Array.from({ length: points }, (_, at) => (length * at) / (points - 1));
  const delta = distance.map(deltaAt);
  const sectorBetween = (from: number, to: number): Sector => {
    const ofA = elapsedAt(a, to) - elapsedAt(a, from);
    const ofB = elapsedAt(b, to) - elapsedAt(b, from);
    return { from, to, a: ofA, b: ofB, difference: ofB - ofA };
  };
  return {
    length,
    durationA: a.to - a.from,
    durationB: b.to - b.from,
    finalDelta: b.to - b.from - (a.to - a.from),
    distance,
    delta,
    band: distance.map(bandAt),
    bandAt,
    deltaAt,
    ghostAt: (elapsed) => ({ a: momentAt(a, a.from + elapsed), b: momentAt(b, b.from + elapsed) }),
    placeAt: (place) => ({ a: momentAt(a, timeAt(a, place)), b: momentAt(b, timeAt(b, place)) }),
    timeInB: (time, by) => carryOver(a, b, time, by),
    timeInA: (time, by) => carryOver(b, a, time, by),
    sectors: (parts) => {
      const ends = typeof parts === 'number' ? equalParts(length, parts) : inner(parts, length);
      return [...ends, length].map((to, at) => sectorBetween(ends[at - 1] ?? 0, to));
    },
    gains: (most = 5) => gainsOf(distance, delta).slice(0, most),
  };
}

/** Metres before and behind a place over which its speed is measured. */
const SPEED_METRES = 15;
const LEAST_SPEED = 1;
/** The share of the smoothed way over which the exactness of an end wears off. */
const EXACT_SHARE = 0.5;

/** An error of place is one of time by the speed there. At both ends the times are those of the parts themselves. */
function bandOf(length: number, accuracy: number, place: number, a: Side, b: Side): number {
  const exact = accuracy * SMOOTHED_WIDTHS * EXACT_SHARE;
  const [from, to] = [Math.max(0, place - SPEED_METRES), Math.min(length, place + SPEED_METRES)];
  const seconds = (elapsedAt(a, to) - elapsedAt(a, from) + elapsedAt(b, to) - elapsedAt(b, from)) / 2;
  const speed = Math.max(LEAST_SPEED, (to - from) / seconds);
  return (accuracy / speed) * Math.max(0, Math.min(1, Math.min(place, length - place) / exact));
}

function timeAt(side: Side, distance: number): number {
  // The ends are exact, however a run moved on the spot there.
  if (distance <= 0) return side.from;
  if (distance >= side.along.at(-1)!) return side.to;
  return interpolate(side.along, side.time, distance);
}

const elapsedAt = (side: Side, distance: number): number => timeAt(side, distance) - side.from;

function momentAt(side: Side, wished: number): Moment {
  const time = Math.max(side.from, Math.min(side.to, wished));
  return {
    time,
    elapsed: time - side.from,
    distance: interpolate(side.time, side.along, time),
    lat: interpolate(side.time, side.lat, time),
    lon: interpolate(side.time, side.lon, time),
  };
}

/** Time of the other run before the start and after the finish, where there is no common point: time goes on alike for both. */
function carryOver(own: Side, other: Side, time: number, by: 'place' | 'elapsed'): number {
  if (by === 'elapsed' || time <= own.from) return other.from + time - own.from;
  if (time >= own.to) return other.to + time - own.to;
  return timeAt(other, interpolate(own.time, own.along, time));
}

function equalParts(length: number, count: number): number[] {
  const parts = Math.max(1, Math.min(100, Math.floor(count)));
  return Array.from({ length: parts - 1 }, (_, at) => (length * (at + 1)) / parts);
}

function inner(ends: readonly number[], length: number): number[] {
  return [...new Set(ends)].filter((end) => end > 0 && end < length).sort((x, y) => x - y);
}

/** The stretches between the turning points of the delta, the greatest change first; small changes do not count. */
function gainsOf(distance: Float64Array, delta: Float64Array): Gain[] {
  let [least, most] = [Infinity, -Infinity];
  for (const value of delta) {
    least = Math.min(least, value);
    most = Math.max(most, value);
  }
  const wobble = Math.max(LEAST_GAIN_SECONDS, (most - least) * LEAST_GAIN_SHARE);
  const turns = [0];
  let [low, high] = [0, 0];
  let direction = 0;
  for (let at = 1; at < delta.length; at += 1) {
    if (delta[at]! <= delta[low]!) low = at;
    if (delta[at]! >= delta[high]!) high = at;
    if (direction <= 0 && delta[at]! - delta[low]! > wobble) {
      if (low > 0) turns.push(low);
      direction = 1;
      high = at;
    } else if (direction >= 0 && delta[high]! - delta[at]! > wobble) {
      if (high > 0) turns.push(high);
      direction = -1;
      low = at;
    }
    if (direction > 0) low = high;
    if (direction < 0) high = low;
  }
  turns.push(delta.length - 1);
  return turns
    .slice(1)
    .map((to, at) => trimmed(distance, delta, turns[at]!, to))
    .filter(({ seconds }) => Math.abs(seconds) >= wobble)
    .sort((x, y) => Math.abs(y.seconds) - Math.abs(x.seconds));
}

/** The stretch without the even parts at its ends, where nothing was gained. */
function trimmed(distance: Float64Array, delta: Float64Array, from: number, to: number): Gain {
  const seconds = delta[to]! - delta[from]!;
  const even = Math.abs(seconds) * EVEN_SHARE;
  let [first, last] = [from, to];
  while (first < to && Math.abs(delta[first + 1]! - delta[from]!) <= even) first += 1;
  while (last > first && Math.abs(delta[last - 1]! - delta[to]!) <= even) last -= 1;
  return { from: distance[first]!, to: distance[last]!, seconds };
}
