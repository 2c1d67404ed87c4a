import { type EventState, slotOf, type Tap } from '../events/state.ts';
import type { EntryResult, RacerState } from './entry-result.ts';
import { statuses } from './ruling.ts';

/** The racer who started first is expected first. */
export function listOnCourse(results: readonly EntryResult[]): EntryResult[] {
  return results
    .filter(({ state }) => state === 'on-course')
    .toSorted((one, other) => one.startTime! - other.startTime! || byEntry(one, other));
}

export function listInactive(results: readonly EntryResult[]): EntryResult[] {
  return results.filter(({ state }) => state === 'inactive').toSorted(byEntry);
}

/** Entries whose status gives them no rank, in the order of the statuses. */
export function listOut(results: readonly EntryResult[]): EntryResult[] {
  return results
    .filter(({ state }) => state === 'out')
    .toSorted((one, other) => statuses.indexOf(one.status) - statuses.indexOf(other.status) || byEntry(one, other));
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

/** Taps of a racer that are kept and do not count: readings beside the counting one. */
export function listSecondReadings(event: EventState, racerId: string): Tap[] {
  const entry = event.entries[racerId];
  return Object.values(event.taps)
    .filter((tap) => tap.racerId === racerId && !tap.undone && tap.assignedSeq > (entry?.addedSeq ?? 0))
    .filter((tap) => event.counting[slotOf(racerId, tap.line, tap.attempt)] !== tap.id)
    .toSorted((one, other) => one.seq - other.seq);
}

/** Taps that have no racer yet. */
export function listUnassigned(event: EventState): Tap[] {
  return Object.values(event.taps)
    .filter((tap) => tap.racerId === null && !tap.undone)
    .toSorted((one, other) => one.seq - other.seq);
}

/** A fixed order where times decide nothing: as entries were added, so that no row jumps. Equal ones stay as given. */
export function byEntry(one: EntryResult, other: EntryResult): number {
  return one.entry.addedSeq - other.entry.addedSeq;
}
