import { type Plane, planeAround } from '../geo.ts';
import type { Lapse } from './gates.ts';
import { interpolate, type Track } from './track.ts';

/**
 * The part of a run that counts, both ends interpolated, on a plane that it shares with the run it is compared with.
 */
export interface Passage {
  /** Seconds on the run's own timeline. */
  readonly time: Float64Array;
  readonly lat: Float64Array;
  readonly lon: Float64Array;
  readonly x: Float64Array;
  readonly y: Float64Array;
  readonly speed: Float64Array | null;
}

/** The way that the first run took, without the steps that are smaller than the receiver's jitter. */
export interface Course {
  readonly x: Float64Array;
  readonly y: Float64Array;
  /** Metres from the start of the course. */
  readonly along: Float64Array;
  readonly length: number;
  /** Left, bottom, right and top of each block of its parts. */
  readonly boxes: Float64Array;
}

export interface Projection {
  /** The distance along the course at each fix of the passage; never going back, from 0 to the whole length. */
  readonly along: Float64Array;
  /** 1 for fixes that were near the course. */
  readonly isNear: Uint8Array;
  /** The share of fixes that were near the course. */
  readonly near: number;
  /** The distance along the course that the passage reached by itself, before its end was set to the course's end. */
  readonly reached: number;
}

const LEAST_STEP = 1;
/** A fix further off the course than this is on another way. */
const NEAR_METRES = 40;
/** Metres by which a fix may advance along the course beyond its own movement. With more it would reach a parallel stretch. */
const AHEAD_METRES = 5;
const AHEAD_FACTOR = 2;
/** Riding against the course's direction counts like being so many metres off it. */
const AGAINST_METRES = 15;

export const planeOf = (track: Track): Plane => planeAround(track.lat[0]!, track.lon[0]!);

export function cut(track: Track, { from, to }: Lapse, plane: Plane): Passage {
  const inside: number[] = [];
  for (let fix = 0; fix < track.time.length; fix += 1) {
    if (track.time[fix]! > from && track.time[fix]! < to) inside.push(fix);
  }
  const take = (values: Float64Array) =>
    Float64Array.from([
      interpolate(track.time, values, from),
      ...inside.map((fix) => values[fix]!),
      interpolate(track.time, values, to),
    ]);
  const time = take(track.time);
  // A lap that begins before the first fix or ends after the last is as long as the file says.
  time[0] = from;
  time[time.length - 1] = to;
  const lat = take(track.lat);
  const lon = take(track.lon);
  return {
    time,
    lat,
    lon,
    x: lon.map((value) => plane.x(value)),
    y: lat.map((value) => plane.y(value)),
    speed: track.speed === null ? null : take(track.speed),
  };
}

export function courseOf({ x, y }: Passage): Course {
  const kept = [0];
  for (let at = 1; at < x.length; at += 1) {
    const last = kept.at(-1)!;
    const isLast = at === x.length - 1;
    if (isLast || Math.hypot(x[at]! - x[last]!, y[at]! - y[last]!) >= LEAST_STEP) kept.push(at);
  }
  const along = new Float64Array(kept.length);
  for (let at = 1; at < kept.length; at += 1) {
    const [a, b] = [kept[at - 1]!, kept[at]!];
    along[at] = along[at - 1]! + Math.hypot(x[b]! - x[a]!, y[b]! - y[a]!);
  }
  const [courseX, courseY] = [x, y].map((values) => Float64Array.from(kept, (at) => values[at]!)) as [
    Float64Array,
    Float64Array,
  ];
  return { x: courseX, y: courseY, along, length: along.at(-1)!, boxes: boxesOf(courseX, courseY) };
}

/** Parts of one box. */
const BLOCK = 64;

function boxesOf(x: Float64Array, y: Float64Array): Float64Array {
  const boxes = new Float64Array(Math.ceil(x.length / BLOCK) * 4);
  for (let box = 0; box * BLOCK < x.length; box += 1) {
    // The last part of a block ends at the first point of the next.
    const [first, end] = [box * BLOCK, (box + 1) * BLOCK + 1];
    const [ofX, ofY] = [x.subarray(first, end), y.subarray(first, end)];
    boxes.set([Math.min(...ofX), Math.min(...ofY), Math.max(...ofX), Math.max(...ofY)], box * 4);
  }
  return boxes;
}

function isBeyond(boxes: Float64Array, box: number, px: number, py: number): boolean {
  const across = Math.max(boxes[box * 4]! - px, 0, px - boxes[box * 4 + 2]!);
  const up = Math.max(boxes[box * 4 + 1]! - py, 0, py - boxes[box * 4 + 3]!);
  // A part that is further off than the nearest can be, counted with its direction, is never chosen.
  return Math.hypot(across, up) > NEAR_METRES + AGAINST_METRES;
}

/**
 * Projects each fix onto the nearest point of the course that can have been reached since the last one. So a run never jumps
 * to a stretch beside its own, nor back; a run that leaves the course waits, and may advance further the longer it was away.
 */
export function projectOnto(course: Course, passage: Passage): Projection {
  const count = passage.time.length;
  const along = new Float64Array(count);
  const isNear = new Uint8Array(count);
  isNear[0] = isNear[count - 1] = 1;
  let part = 0;
  let last = 0;
  let moved = 0;
  let near = 0;
  for (let fix = 1; fix < count; fix += 1) {
    moved += Math.hypot(passage.x[fix]! - passage.x[fix - 1]!, passage.y[fix]! - passage.y[fix - 1]!);
    const found = nearestWithin(course, passage, fix, part, last, last + AHEAD_METRES + AHEAD_FACTOR * moved);
    if (found.away <= NEAR_METRES) {
      near += 1;
      isNear[fix] = 1;
      moved = 0;
      part = found.part;
      last = found.along;
    }
    along[fix] = last;
  }
  along[count - 1] = course.length;
  return { along, isNear, near: count > 1 ? near / (count - 1) : 0, reached: last };
}

function nearestWithin(course: Course, passage: Passage, fix: number, from: number, least: number, most: number) {
  const [px, py] = [passage.x[fix]!, passage.y[fix]!];
  const next = Math.min(fix + 1, passage.time.length - 1);
  const [goX, goY] = [passage.x[next]! - passage.x[fix - 1]!, passage.y[next]! - passage.y[fix - 1]!];
  const isMoving = Math.hypot(goX, goY) > LEAST_STEP;
  let best = { part: from, along: least, away: Infinity };
  let bestCost = Infinity;
  for (let part = from; part < course.along.length - 1 && course.along[part]! <= most; part += 1) {
    // Off the course, where each fix may be anywhere ahead, all parts would be too many for two rides of hours.
    if ((part === from || part % BLOCK === 0) && isBeyond(course.boxes, Math.floor(part / BLOCK), px, py)) {
      part += BLOCK - 1 - (part % BLOCK);
      continue;
    }
    const [ax, ay] = [course.x[part]!, course.y[part]!];
    const [dx, dy] = [course.x[part + 1]! - ax, course.y[part + 1]! - ay];
    const width = course.along[part + 1]! - course.along[part]!;
    if (!(width > 0)) continue;
    const lowest = Math.max(0, (least - course.along[part]!) / width);
    const highest = Math.min(1, (most - course.along[part]!) / width);
    const share = Math.max(lowest, Math.min(highest, ((px - ax) * dx + (py - ay) * dy) / (width * width)));
    const away = Math.hypot(px - ax - share * dx, py - ay - share * dy);
    const isAgainst = isMoving && goX * dx + goY * dy < 0;
    const cost = away + (isAgainst ? AGAINST_METRES : 0);
    if (cost < bestCost) {
      bestCost = cost;
      best = { part, along: course.along[part]! + share * width, away };
    }
  }
  return best;
}
