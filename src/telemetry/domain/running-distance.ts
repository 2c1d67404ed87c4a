import { distanceBetween } from './geo.ts';
import { segmentsOf } from './segments.ts';

/** Metres by which a distance has to leap or fall back before it is asked what it means. */
const LEAST_LEAP = 20;
/** Values behind a leap that say whether it was one. */
const LOOKED_AHEAD = 5;
/** A recorder that starts again does so at or near 0; across a break anything below half is a new beginning. */
const NEAR_ZERO = 0.1;
const BELOW_HALF = 0.5;
/** A step back up that makes good for more of the fall ends a gap, and begins nothing. */
const MOST_OF_FALL = 0.6;

/**
 * Metres since the first value, never going back. A distance that starts again at 0, as in each activity of a file, goes
 * on from where it stood; a value that stands out alone, up or down, counts as nothing.
 */
export function runOn(recorded: Float64Array, breaks: readonly number[]): Float64Array {
  const result = recorded.slice();
  const known: number[] = [];
  for (let index = 0; index < recorded.length; index += 1) if (!Number.isNaN(recorded[index]!)) known.push(index);
  const starts = new Set(breaks);
  let isBehindBreak = false;
  let last = recorded[known[0] ?? 0] ?? NaN;
  /** Added to each value: so a distance that never starts again stays exactly as it was written. */
  let shift = -last;
  for (const [at, index] of known.entries()) {
    const value = recorded[index]!;
    if (at > 0) {
      const before = known[at - 1]!;
      isBehindBreak ||= starts.size > 1 && hasBreakBetween(starts, before, index);
      const ahead = () => known.slice(at + 1, at + 1 + LOOKED_AHEAD).map((next) => recorded[next]!);
      if (value >= last) {
        const isAlone = value - last > LEAST_LEAP && comesBack(ahead(), last, value);
        if (!isAlone) [last, isBehindBreak] = [value, false];
      } else if (last - value > LEAST_LEAP && goesOn(value, ahead(), last)) {
        const isNearZero = value <= last * NEAR_ZERO;
        if (isNearZero || (isBehindBreak && value < last * BELOW_HALF)) {
          // Near 0 the value itself is way that was made since; elsewhere nobody knows.
          shift += last - (isNearZero ? 0 : value);
          [last, isBehindBreak] = [value, false];
        }
      }
    }
    result[index] = last + shift;
  }
  return result;
}

/** Whether the values behind a fall grow from there, and do not leap back to where they were. */
function goesOn(value: number, ahead: readonly number[], before: number): boolean {
  const steps = ahead.map((next, at) => next - (ahead[at - 1] ?? value));
  return steps.length > 0 && Math.max(...steps) < (before - value) * MOST_OF_FALL;
}

function comesBack(ahead: readonly number[], before: number, value: number): boolean {
  return ahead.length > 0 && ahead.every((next) => next >= before - LEAST_LEAP && next < value - LEAST_LEAP);
}

function hasBreakBetween(starts: ReadonlySet<number>, before: number, index: number): boolean {
  for (let at = before + 1; at <= index; at += 1) if (starts.has(at)) return true;
  return false;
}

/** Metres that a receiver at rest may wander about. */
const WANDERING = 10;

/** Metres along positions, of which only those count that are further away than a receiver wanders at rest. */
export function wayWithoutJitter(lat: Float64Array, lon: Float64Array, breaks: readonly number[]): number {
  let metres = 0;
  for (const [from, to] of segmentsOf(lat.length, breaks)) {
    let anchor = -1;
    for (let index = from; index < to; index += 1) {
      if (Number.isNaN(lat[index]! + lon[index]!)) continue;
      const step = anchor < 0 ? 0 : distanceBetween(lat[anchor]!, lon[anchor]!, lat[index]!, lon[index]!);
      if (anchor >= 0 && step < WANDERING) continue;
      metres += step;
      anchor = index;
    }
  }
  return metres;
}
