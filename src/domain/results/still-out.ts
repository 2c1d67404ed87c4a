import type { Line } from '../model/lines.ts';
import type { EventState } from '../model/state.ts';
import { type DurationMs, durationMs, type EpochMs, epochMs } from '../units.ts';
import type { EntryResult } from './entry-result.ts';
import { byEntry } from './lists.ts';
import { readResults } from './read-results.ts';
import { isOddSplit, timeAt } from './split-board.ts';

/** A racer who has not come back. */
export interface StillOut {
  readonly racer: EntryResult;
  readonly seen: Seen;
  /** Null where nothing is known of the others. */
  readonly expectedAt: EpochMs | null;
  /** Moment from which the racer is overdue; null where too few others are known to say so. */
  readonly overdueAt: EpochMs | null;
}

export interface Seen {
  readonly line: Line;
  readonly at: EpochMs;
}

/** Fewest other racers for a racer to be overdue: one or two fast ones say nothing about how long a slow one takes. */
const FEWEST_OTHERS = 3;
/** A course of half a minute would make a racer overdue within seconds. */
const LEAST_GRACE_MS = 60_000;

/**
 * Racers on course, and racers who were seen at a split although their start is not known, as they are expected back.
 * The time from the last place to the finish is the median of those who came the same way: of the others from that
 * point, or of whole rides. A racer is overdue after half as long again as the slowest of at least three others, and a
 * minute more than the slowest at the least.
 */
export function listStillOut(event: EventState): StillOut[] {
  const results = readResults(event);
  const rides = ridesToFinish(event, results);
  const out = results.flatMap((racer): StillOut[] => {
    if (racer.state !== 'on-course' && racer.state !== 'inactive') return [];
    const seen = lastSeen(event, racer);
    return seen === null ? [] : [{ racer, seen, ...expect(racer, seen, rides) }];
  });
  return out.toSorted(
    (one, other) =>
      (one.expectedAt ?? Infinity) - (other.expectedAt ?? Infinity) ||
      one.seen.at - other.seen.at ||
      byEntry(one.racer, other.racer),
  );
}

export function lastSeen(event: EventState, racer: EntryResult): Seen | null {
  const { startTime, entry } = racer;
  const seen: Seen[] = startTime === null ? [] : [{ line: 'start', at: startTime }];
  for (const line of event.splits) {
    const at = timeAt(event, entry.racerId, line);
    if (at !== null && !isOddSplit(racer, at)) seen.push({ line, at });
  }
  return seen.reduce<Seen | null>((last, each) => (last === null || each.at >= last.at ? each : last), null);
}

type Rides = ReadonlyMap<Line, readonly DurationMs[]>;

/** The times of all who have finished, from each line to the finish, the shortest first. */
function ridesToFinish(event: EventState, results: readonly EntryResult[]): Rides {
  const finished = results.filter(({ state }) => state === 'finished');
  const from = (line: Line, startOf: (racer: EntryResult) => EpochMs | null): [Line, readonly DurationMs[]] => [
    line,
    finished
      .flatMap((racer) => {
        const at = startOf(racer);
        return at === null || isOddSplit(racer, at) ? [] : [durationMs(racer.finishTime! - at)];
      })
      .toSorted((one, other) => one - other),
  ];
  return new Map([
    from('start', ({ startTime }) => startTime),
    ...event.splits.map((line) => from(line, ({ entry }) => timeAt(event, entry.racerId, line))),
  ]);
}

function expect({ startTime }: EntryResult, seen: Seen, rides: Rides): Pick<StillOut, 'expectedAt' | 'overdueAt'> {
  const fromHere = rides.get(seen.line) ?? [];
  const isByPlace = fromHere.length > 0;
  const from = isByPlace ? seen.at : startTime;
  const others = isByPlace ? fromHere : (rides.get('start') ?? []);
  const slowest = others.at(-1);
  if (from === null || slowest === undefined) return { expectedAt: null, overdueAt: null };
  const expectedAt = from + median(others);
  const grace = Math.max(slowest / 2, LEAST_GRACE_MS);
  return {
    // A racer who was seen later than that is slower than the others: nothing is known of the rest of the way.
    expectedAt: expectedAt < seen.at ? null : epochMs(Math.round(expectedAt)),
    overdueAt: others.length < FEWEST_OTHERS ? null : epochMs(Math.round(from + slowest + grace)),
  };
}

function median(sorted: readonly number[]): number {
  const middle = (sorted.length - 1) / 2;
  return (sorted[Math.floor(middle)]! + sorted[Math.ceil(middle)]!) / 2;
}
