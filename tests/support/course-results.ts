import { type EventResult, groupBy, type HistoryRow, readEventResults } from '../../src/domain/history/event-result.ts';

/** Results of other events on a course, by racer, as \`readEarlierBests\` takes them. */
export const readCourseResults = (rows: readonly HistoryRow[]): ReadonlyMap<string, readonly EventResult[]> =>
  new Map(
    [...groupBy(rows, ({ racerId }) => racerId)].map(([racerId, own]) => [racerId, readEventResults(own, () => 0)]),
  );
