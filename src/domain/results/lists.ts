import type { EntryResult, RacerState } from './entry-result.ts';
import { byNumber } from './rank-by.ts';
import { statuses } from '../model/ruling.ts';

/** The racer who started first is expected first. */
export function listOnCourse(results: readonly EntryResult[]): EntryResult[] {
  return results
    .filter(({ state }) => state === 'on-course')
    .toSorted((one, other) => one.startTime! - other.startTime! || byEntry(one, other));
}

export function listInactive(results: readonly EntryResult[]): EntryResult[] {
  return results.filter(({ state }) => state === 'inactive').toSorted(byEntry);
}

/** Entries whose status gives them no rank, in the order of the statuses, then by number. */
export function listOut(results: readonly EntryResult[]): EntryResult[] {
  return results
    .filter(({ state }) => state === 'out')
    .toSorted(
      (one, other) => statuses.indexOf(one.status) - statuses.indexOf(other.status) || byNumber(one.entry, other.entry),
    );
}

export interface Counters {
  readonly total: number;
  readonly finished: number;
  readonly onCourse: number;
}

export function countRacers(results: readonly EntryResult[]): Counters {
  const count = (state: RacerState) => results.filter((racer) => racer.state === state).length;
  return { total: results.length, finished: count('finished'), onCourse: count('on-course') };
}

/**
 * A fixed order where times say nothing: the start list, then as they were added, so that no row jumps. Those added
 * together stay as given.
 */
export function byEntry(one: EntryResult, other: EntryResult): number {
  const [first, second] = [one.entry.slot?.order, other.entry.slot?.order];
  if (first !== undefined && second !== undefined && first !== second) return first - second;
  if ((first === undefined) !== (second === undefined)) return first === undefined ? 1 : -1;
  return one.entry.addedSeq - other.entry.addedSeq;
}
