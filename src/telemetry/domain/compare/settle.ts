import { smooth } from '../smooth.ts';
import { type Course, type Passage, projectOnto, type Projection } from './course.ts';
import { stepAt } from './track.ts';

/** Metres by which two riders' lines differ, and the way after which they differ anew. */
const LINE_METRES = 3;
const LINE_LENGTH = 50;
const ROUNDS = 3;
/** Share of the accuracy up to which the way by speed may waver around that by places. */
const MOST_APART = 0.5;
/** The way over which the receiver's error is taken out, in multiples of that error. */
export const SMOOTHED_WIDTHS = 40;

/** Metres of the course, before and behind a fix, in which the receiver's error counts as the same. */
const SAME_ERROR_METRES = 120;
/** Metres after an end of the part until the error is taken out in full. */
const END_METRES = 60;

/**
 * Where on the course a passage was. A receiver's error changes slowly: first the passage is moved by it onto the course, or
 * in a bend the error would come out as seconds. Over short stretches the passage's own way says more than single fixes
 * do: only the slow part of the difference between the two is taken from the fixes.
 */
export function settleOnto(course: Course, passage: Passage, accuracy: number): Projection {
  let projection = projectOnto(course, passage);
  for (let round = 0, moved = passage; round < ROUNDS; round += 1) {
    moved = moveOnto(course, moved, projection, accuracy);
    const next = projectOnto(course, moved);
    if (next.near < projection.near) break;
    projection = next;
  }
  return { ...projection, along: smoothAlong(passage, projection, accuracy, course.length) };
}

/** Sums over the fixes from the first: the directions across the course, and how far off it they were. */
interface Sums {
  readonly xx: Float64Array;
  readonly xy: Float64Array;
  readonly yy: Float64Array;
  readonly bx: Float64Array;
  readonly by: Float64Array;
}

/**
 * The passage, each fix moved by what those around it are off the course, as far as the accuracy allows. How far it is
 * off along the course cannot be seen on a straight: there the bends nearby tell, or nothing.
 */
function moveOnto(course: Course, passage: Passage, { along, isNear }: Projection, accuracy: number): Passage {
  const count = along.length;
  const sums = sumAcross(course, passage, along, isNear);
  const x = passage.x.slice();
  const y = passage.y.slice();
  // Known before any fix: two receivers are hardly further apart than they say.
  const prior = (LINE_METRES ** 2 * LINE_LENGTH) / accuracy ** 2;
  for (let fix = 0, first = 0, last = 0; fix < count; fix += 1) {
    while (along[fix]! - along[first]! > SAME_ERROR_METRES) first += 1;
    while (last < count - 1 && along[last + 1]! - along[fix]! <= SAME_ERROR_METRES) last += 1;
    const of = (values: Float64Array) => values[last]! - values[first]!;
    const [xx, xy, yy, bx, by] = [prior + of(sums.xx), of(sums.xy), prior + of(sums.yy), of(sums.bx), of(sums.by)];
    const determinant = xx * yy - xy * xy;
    const [dx, dy] = [(yy * bx - xy * by) / determinant, (xx * by - xy * bx) / determinant];
    // At the ends of the part both runs are at the gate: there nothing is moved along the course.
    const part = stepAt(course.along, along[fix]!);
    const tx = (course.x[part + 1]! - course.x[part]!) / (course.along[part + 1]! - course.along[part]!);
    const ty = (course.y[part + 1]! - course.y[part]!) / (course.along[part + 1]! - course.along[part]!);
    const toEnd = Math.min(along[fix]!, course.length - along[fix]!);
    const kept = Math.max(0, 1 - toEnd / END_METRES) * (dx * tx + dy * ty);
    x[fix]! -= dx - kept * tx;
    y[fix]! -= dy - kept * ty;
  }
  return { ...passage, x, y };
}

function sumAcross(course: Course, { x, y }: Passage, along: Float64Array, isNear: Uint8Array): Sums {
  const count = along.length;
  const make = () => new Float64Array(count);
  const sums = { xx: make(), xy: make(), yy: make(), bx: make(), by: make() };
  for (let fix = 1; fix < count; fix += 1) {
    const part = stepAt(course.along, along[fix]!);
    const width = course.along[part + 1]! - course.along[part]!;
    const weight = isNear[fix] === 1 && width > 0 ? along[fix]! - along[fix - 1]! : 0;
    const nx = width > 0 ? (course.y[part]! - course.y[part + 1]!) / width : 0;
    const ny = width > 0 ? (course.x[part + 1]! - course.x[part]!) / width : 0;
    const away = nx * (x[fix]! - course.x[part]!) + ny * (y[fix]! - course.y[part]!);
    sums.xx[fix] = sums.xx[fix - 1]! + weight * nx * nx;
    sums.xy[fix] = sums.xy[fix - 1]! + weight * nx * ny;
    sums.yy[fix] = sums.yy[fix - 1]! + weight * ny * ny;
    sums.bx[fix] = sums.bx[fix - 1]! + weight * nx * away;
    sums.by[fix] = sums.by[fix - 1]! + weight * ny * away;
  }
  return sums;
}

/** The difference between the passage's own way and its places on the course, smoothed; never going back. */
function smoothAlong(passage: Passage, { along, isNear }: Projection, accuracy: number, length: number): Float64Array {
  const count = along.length;
  const width = accuracy * SMOOTHED_WIDTHS;
  const way = wayOf(passage, accuracy);
  const breaks = [0];
  // A fix off the course waits: its own way goes on while its place does not.
  for (let fix = 1; fix < count; fix += 1) if (isNear[fix] !== isNear[fix - 1]) breaks.push(fix);
  const apart = along.map((value, fix) => value - way[fix]!);
  const difference = smooth(apart, way, width, breaks);
  const settled = new Float64Array(count);
  for (let fix = 1; fix < count; fix += 1) {
    const place = Math.min(length, way[fix]! + difference[fix]!);
    settled[fix] = Math.max(settled[fix - 1]!, isNear[fix] === 1 ? place : along[fix]!);
  }
  settled[count - 1] = length;
  return settled;
}

/** Metres at each fix: by the recorded speed, which is far steadier than places; by the places where it contradicts them. */
function wayOf({ x, y, time, speed }: Passage, accuracy: number): Float64Array {
  const byPlace = new Float64Array(x.length);
  const bySpeed = new Float64Array(x.length);
  for (let fix = 1; fix < x.length; fix += 1) {
    const step = Math.hypot(x[fix]! - x[fix - 1]!, y[fix]! - y[fix - 1]!);
    const meant = speed === null ? NaN : ((speed[fix]! + speed[fix - 1]!) / 2) * (time[fix]! - time[fix - 1]!);
    byPlace[fix] = byPlace[fix - 1]! + step;
    bySpeed[fix] = bySpeed[fix - 1]! + (Number.isNaN(meant) ? step : meant);
  }
  if (speed === null) return byPlace;
  const apart = byPlace.map((metres, fix) => metres - bySpeed[fix]!);
  const slow = smooth(apart, byPlace, accuracy * SMOOTHED_WIDTHS);
  const squares = apart.reduce((sum, value, fix) => sum + (value - slow[fix]!) ** 2, 0);
  // A phone's speed may lag by a second: while braking that is tens of metres.
  return Math.sqrt(squares / apart.length) > accuracy * MOST_APART ? byPlace : bySpeed;
}
