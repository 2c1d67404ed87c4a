import { expect, test } from 'vitest';
import { readCourseResults } from '../../../tests/support/course-results.ts';
import { readEarlierBests } from '../../domain/history/earlier-bests.ts';
import type { HistoryRow } from '../../domain/history/event-result.ts';
import { CourseIndex } from './course-index.ts';

const row = (eventId: string, racerId: string, startAt: number | null, publishedMs: number | null): HistoryRow => ({
  eventId,
  racerId,
  attempt: 1,
  status: 'OK',
  startAt,
  publishedMs,
});

/** The rule as histories read it: from all rows, every time. */
function beatenIn(eventId: string, rows: readonly HistoryRow[]): string[] {
  const here = rows.filter((each) => each.eventId === eventId);
  const others = rows.filter((each) => each.eventId !== eventId);
  const bests = readEarlierBests(here, readCourseResults(others));
  const isFaster = ({ racerId, publishedMs }: HistoryRow) =>
    publishedMs !== null && publishedMs < (bests.get(racerId)?.ms ?? 0);
  return [...new Set(here.filter(isFaster).map(({ racerId }) => racerId))].toSorted();
}

/** Repeatable numbers below `most`. */
function createDice(seed: number) {
  let state = seed;
  return (most: number): number => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * most);
  };
}

test('[HI2] after every change, bests are those that all rows together make', () => {
  const dice = createDice(29);
  const index = new CourseIndex();
  const events = ['a', 'b', 'c', 'd', 'e', 'f'];
  const stored = new Map<string, HistoryRow[]>();
  for (let step = 0; step < 600; step += 1) {
    const eventId = events[dice(events.length)]!;
    if (dice(10) === 0) {
      stored.delete(eventId);
      index.delete(eventId);
    } else {
      const racers = ['ada', 'bea', 'cid', 'dan'].filter(() => dice(4) > 0);
      const rows = racers.flatMap((racerId) => {
        const start = dice(5) === 0 ? null : 1_000 + dice(50);
        const time = start === null || dice(4) === 0 ? null : 60 + dice(20);
        const first = row(eventId, racerId, start, time);
        // A second run, which may be the faster one.
        return dice(4) === 0 ? [first, { ...row(eventId, racerId, 1_100, 60 + dice(20)), attempt: 2 }] : [first];
      });
      stored.set(eventId, rows);
      index.put(eventId, 0, rows);
    }
    const all = [...stored.values()].flat();
    for (const each of events)
      expect([...index.beatenIn(each)].toSorted(), `${step} ${each}`).toEqual(beatenIn(each, all));
  }
  for (const eventId of events) index.delete(eventId);
  expect(index.size).toBe(0);
});
