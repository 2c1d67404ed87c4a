import { durationMs, type DurationMs } from '../units.ts';

const SECOND = 1000;

/**
 * Starts after the first one. Of an earlier result: as far behind the leader as the racer was, so that the leader goes
 * first. Gaps are at the nearest full second, halves up (IBU 6.1).
 */
export function startsFromTimes(times: ReadonlyMap<string, number>): ReadonlyMap<string, DurationMs> {
  const leader = Math.min(...times.values());
  return offsets(times, (ms) => ms - leader);
}

/** Start offsets from handicaps: the racer with the largest one goes first, and everybody is expected at the line together. */
export function startsFromHandicaps(handicaps: ReadonlyMap<string, number>): ReadonlyMap<string, DurationMs> {
  const largest = Math.max(...handicaps.values());
  return offsets(handicaps, (ms) => largest - ms);
}

/** Offsets in full seconds, in the order of the starts; racers who start together keep their order. */
function offsets(
  figures: ReadonlyMap<string, number>,
  gapOf: (figure: number) => number,
): ReadonlyMap<string, DurationMs> {
  return new Map(
    [...figures]
      .map(([racerId, figure]) => [racerId, durationMs(Math.round(gapOf(figure) / SECOND) * SECOND)] as const)
      .toSorted(([, one], [, other]) => one - other),
  );
}
