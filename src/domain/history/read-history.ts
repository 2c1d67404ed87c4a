import type { Course } from '../model/race-format.ts';
import { courseKeyOf } from './course-key.ts';
import {
  byTime,
  type EventResult,
  groupBy,
  type HistoryEvent,
  type HistoryRow,
  readEventResults,
} from './event-result.ts';
import { type Marks, marksOf } from './marks.ts';

/** A result with what it meant on its day. */
export interface HistoryResult extends EventResult, Marks {
  /** The racer's best on the course, as it is now. */
  readonly isBest: boolean;
  /** No time was as fast since then; null for bests, and where the time before was as fast. */
  readonly fastestSince: number | null;
}

export interface CourseHistory {
  /** Null: events whose course is not known. They are listed, and not compared. */
  readonly course: Course | null;
  /** The newest first. */
  readonly results: readonly HistoryResult[];
  readonly best: { readonly ms: number; readonly at: number } | null;
}

/** All results of one racer, by course: the course of the newest result first, events without a course last. */
export function readHistory(rows: readonly HistoryRow[], events: readonly HistoryEvent[]): readonly CourseHistory[] {
  const byId = new Map(events.map((event) => [event.id, event]));
  const results = readEventResults(
    rows.filter(({ eventId }) => byId.has(eventId)),
    (eventId) => byId.get(eventId)!.createdAt,
  ).toSorted(byTime);
  const courseOf = ({ eventId }: EventResult) => courseKeyOf(byId.get(eventId)!.course);
  return [...groupBy(results, courseOf)]
    .map(([key, own]): CourseHistory => {
      const newest = own.at(-1)!;
      if (key === null) return { course: null, results: own.map(withoutMarks).toReversed(), best: null };
      const marked = compare(own);
      const best = marked.find(({ isBest }) => isBest);
      return {
        course: byId.get(newest.eventId)!.course,
        results: marked.toReversed(),
        best: best === undefined ? null : { ms: best.ms!, at: best.at },
      };
    })
    .toSorted(
      (one, other) =>
        Number(one.course === null) - Number(other.course === null) || other.results[0]!.at - one.results[0]!.at,
    );
}

const withoutMarks = (result: EventResult): HistoryResult => ({
  ...result,
  bestByMs: null,
  firstUnderMs: null,
  isBest: false,
  fastestSince: null,
});

/** Results of one course, the earliest first, each compared with those before it. */
function compare(results: readonly EventResult[]): readonly HistoryResult[] {
  const times = results.flatMap(({ ms }) => ms ?? []);
  const best = times.length === 0 ? null : Math.min(...times);
  // Of two equal bests the first one is the best: the second has beaten nothing.
  const bestIndex = results.findIndex(({ ms }) => ms !== null && ms === best);
  let bestBefore: number | null = null;
  return results.map((result, index) => {
    const { ms } = result;
    if (ms === null) return withoutMarks(result);
    const marks = marksOf(ms, bestBefore);
    bestBefore = Math.min(ms, bestBefore ?? ms);
    return {
      ...result,
      ...marks,
      isBest: index === bestIndex,
      fastestSince: marks.bestByMs === null ? fastestSince(results.slice(0, index), ms) : null,
    };
  });
}

/** The moment of the last earlier time that was as fast, if a slower one came between. */
function fastestSince(earlier: readonly EventResult[], ms: number): number | null {
  const timed = earlier.filter((each): each is EventResult & { ms: number } => each.ms !== null);
  const last = timed.findLastIndex((each) => each.ms <= ms);
  return last === -1 || last === timed.length - 1 ? null : timed[last]!.at;
}
