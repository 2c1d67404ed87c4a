import { type EventState, slotOf, type Stop, timeOf } from '../model/state.ts';
import type { EntryResult } from './entry-result.ts';
import { byEntry } from './lists.ts';
import { readResults } from './read-results.ts';
import { rulingKey } from '../model/ruling.ts';
import { lastSeen, type Seen } from './still-out.ts';

/** A run that a stop has broken into, and that nobody has ruled on yet. */
export interface StoppedRun {
  readonly racer: EntryResult;
  readonly seen: Seen;
  /** Started while the race was stopped, by a phone that had not heard of it. */
  readonly isLate: boolean;
}

/** Runs of racers who were on course during a stop. A racer who finished before it, or started after, is not held up. */
export function listStoppedRuns(event: EventState, { from, to }: Stop): StoppedRun[] {
  return readResults(event)
    .flatMap((racer): StoppedRun[] => {
      const { start, finishTime, state, entry, attempt } = racer;
      const seen = lastSeen(event, racer);
      const startedAt = start === null ? seen?.at : timeOf(start);
      if (seen === null || startedAt === undefined || state === 'out' || startedAt >= (to ?? Infinity)) return [];
      if (finishTime !== null && finishTime < from) return [];
      const ruling = event.rulings[rulingKey(entry.racerId, attempt)];
      return (ruling?.reason ?? '') !== '' ? [] : [{ racer, seen, isLate: start !== null && startedAt >= from }];
    })
    .toSorted((one, other) => one.seen.at - other.seen.at || byEntry(one.racer, other.racer));
}

/** The times of these runs that count. */
export function timesOf(event: EventState, runs: readonly StoppedRun[]): string[] {
  return runs.flatMap(({ racer: { entry, attempt } }) =>
    ['start', ...event.splits, 'finish'].flatMap((line) => event.counting[slotOf(entry.racerId, line, attempt)] ?? []),
  );
}
