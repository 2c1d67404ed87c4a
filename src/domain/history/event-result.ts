import type { Course } from '../model/race-format.ts';
import type { ResultStatus } from '../model/ruling.ts';

/** The part of a stored result that a racer's history is made of: one run in one event. */
export interface HistoryRow {
  readonly eventId: string;
  readonly racerId: string;
  readonly attempt: number;
  readonly status: ResultStatus;
  readonly startAt: number | null;
  /** Null without a counting status, and while the racer is on course. */
  readonly publishedMs: number | null;
}

export interface HistoryEvent {
  readonly id: string;
  readonly name: string;
  readonly createdAt: number;
  readonly timeZone: string;
  readonly course: Course | null;
  readonly conditions: string;
}

/** Result of one racer in one event. */
export interface EventResult {
  readonly eventId: string;
  /**
   * The racer's first start in the event; without one, the time when the event was made. Results are in this order, and
   * never in the order in which they were stored: an old event that is corrected today stays where it was.
   */
  readonly at: number;
  /** The fastest run, which is a time over the course whatever rule the event has for several runs. */
  readonly ms: number | null;
  /** Times of the runs that count, in their order. */
  readonly runs: readonly number[];
  /** The ruling of a racer without a time. */
  readonly status: ResultStatus;
}

/** Results by event; two of one person who both have times are two results. A racer who has neither a time nor a ruling in an event has none there. */
export function readEventResults(
  rows: readonly HistoryRow[],
  createdAt: (eventId: string) => number,
): readonly EventResult[] {
  return [...groupBy(rows, ({ eventId, racerId }) => `${eventId} ${racerId}`).values()].flatMap((rowsOfRacer) => {
    const { eventId } = rowsOfRacer[0]!;
    const own = rowsOfRacer.toSorted((one, other) => one.attempt - other.attempt);
    const runs = own.flatMap(({ publishedMs }) => publishedMs ?? []);
    const starts = own.flatMap(({ startAt }) => startAt ?? []);
    const status = own.find((row) => row.status !== 'OK')?.status ?? 'OK';
    if (runs.length === 0 && status === 'OK') return [];
    const at = starts.length === 0 ? createdAt(eventId) : Math.min(...starts);
    return [{ eventId, at, ms: runs.length === 0 ? null : Math.min(...runs), runs, status }];
  });
}

type Moment = Pick<EventResult, 'eventId' | 'at'>;

/** The earlier one first. Of two at the same moment the order is always the same. */
export function byTime(one: Moment, other: Moment): number {
  return one.at - other.at || (one.eventId < other.eventId ? -1 : 1);
}

export function groupBy<Item, Key>(items: readonly Item[], keyOf: (item: Item) => Key): ReadonlyMap<Key, Item[]> {
  const groups = new Map<Key, Item[]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [item]);
    else group.push(item);
  }
  return groups;
}
