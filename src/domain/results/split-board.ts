import type { SplitPoint } from '../model/race-settings.ts';
import type { Line } from '../model/lines.ts';
import { attemptNow, type EventState, slotOf, timeOf } from '../model/state.ts';
import { type DurationMs, durationMs, type EpochMs } from '../units.ts';
import type { EntryResult } from './entry-result.ts';
import { byEntry, listInactive, listOnCourse } from './lists.ts';
import { meanTimes } from './mean-times.ts';
import { publish } from '../model/precision.ts';
import { rankBy } from './rank-by.ts';
import { countingTap, readResults } from './read-results.ts';

/** A racer at a point of the course. */
export interface AtPoint {
  readonly racer: EntryResult;
  readonly tapId: string;
  readonly at: EpochMs;
  /** Time from the racer's own start, at the event's precision. Penalties are added at the finish. */
  readonly elapsed: DurationMs;
  readonly rank: number;
  /** Time behind the first at this point. */
  readonly gap: DurationMs;
}

export interface PointBoard {
  readonly point: SplitPoint;
  readonly ranked: readonly AtPoint[];
  /** Racers on course who were not seen here, the one who started first on top. */
  readonly expected: readonly EntryResult[];
  /** Racers who have not started as far as this device knows, and were not seen here. */
  readonly waiting: readonly EntryResult[];
}

interface LastRead {
  /** `seq` is compared as well: the server extends the same state object in place. */
  readonly seq: number;
  readonly boards: readonly PointBoard[];
}
const lastRead = new WeakMap<EventState, LastRead>();

/** The board of each named point, in the order of the course. */
export function readPoints(event: EventState): readonly PointBoard[] {
  const known = lastRead.get(event);
  if (known?.seq === event.seq) return known.boards;
  const boards = event.race.points.map((point) => readPoint(event, point));
  lastRead.set(event, { seq: event.seq, boards });
  return boards;
}

function readPoint(event: EventState, point: SplitPoint): PointBoard {
  const results = readResults(event);
  const isUnseen = ({ entry }: EntryResult) => timeAt(event, entry.racerId, point.line) === null;
  return {
    point,
    ranked: rankAt(event, point.line, results),
    expected: listOnCourse(results).filter(isUnseen),
    waiting: listInactive(results).filter(isUnseen),
  };
}

/** Racers with a status, without a start, or with an odd time here have no place at a point. */
function rankAt(event: EventState, line: Line, results: readonly EntryResult[]): AtPoint[] {
  const passed = results.flatMap((racer) => {
    const { entry, state, startTime } = racer;
    const at = timeAt(event, entry.racerId, line);
    if (at === null || startTime === null || state === 'out' || isOddSplit(racer, at)) return [];
    const elapsed = publish(durationMs(at - startTime), event.precision);
    return [{ racer, tapId: event.counting[slotOf(entry.racerId, line, racer.attempt)]!, at, elapsed }];
  });
  passed.sort((one, other) => one.elapsed - other.elapsed || byEntry(one.racer, other.racer));
  const ranks = rankBy(passed, (one, other) => one.elapsed === other.elapsed);
  return passed.map((each, index) => ({
    ...each,
    rank: ranks[index]!,
    gap: durationMs(each.elapsed - passed[0]!.elapsed),
  }));
}

/** The counting time of a racer on a line; null where there is none. */
export function timeAt(
  event: EventState,
  racerId: string,
  line: Line,
  attempt: number = attemptNow(event),
): EpochMs | null {
  const slot = slotOf(racerId, line, attempt);
  const tap = countingTap(event, slot);
  return tap && (meanTimes(event)?.get(slot) ?? timeOf(tap));
}

/** A point between start and finish cannot be passed before the one or after the other. */
export function isOddSplit({ startTime, finishTime }: EntryResult, at: EpochMs): boolean {
  return (startTime !== null && at < startTime) || (finishTime !== null && at > finishTime);
}
