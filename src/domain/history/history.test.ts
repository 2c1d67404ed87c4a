import { expect, test } from 'vitest';
import { courseKeyOf } from './course-key.ts';
import { readCourseResults } from '../../../tests/support/course-results.ts';
import { readEarlierBests } from './earlier-bests.ts';
import type { HistoryEvent, HistoryRow } from './event-result.ts';
import { marksOf, roundAbove } from './marks.ts';
import { type HistoryResult, readHistory } from './read-history.ts';

const minutes = (count: number, seconds = 0) => (count * 60 + seconds) * 1000;
const day = (text: string) => Date.parse(`${text}T18:00:00Z`);

const hill = { name: 'Castle Hill', meters: 16_090 };
const event = (id: string, course: HistoryEvent['course'] = hill, createdAt = day('2020-01-01')): HistoryEvent => ({
  id,
  name: `Event ${id}`,
  createdAt,
  timeZone: 'UTC',
  course,
  conditions: '',
});
const row = (eventId: string, date: string, ms: number | null, more: Partial<HistoryRow> = {}): HistoryRow => ({
  eventId,
  racerId: 'ada',
  attempt: 1,
  status: 'OK',
  startAt: day(date),
  publishedMs: ms,
  ...more,
});
const told = (results: readonly HistoryResult[]) => Object.fromEntries(results.map((each) => [each.eventId, each]));

test('[HI1] a course is the same by its name without case and spaces, and by its metres', () => {
  const key = courseKeyOf(hill);
  expect(courseKeyOf({ name: '  castle   HILL ', meters: 16_090 })).toBe(key);
  expect(courseKeyOf({ name: 'Castle Hill', meters: 16_100 })).not.toBe(key);
  expect(courseKeyOf({ name: 'Castle Hill', meters: null })).not.toBe(key);
  expect(courseKeyOf({ name: ' ', meters: 5 })).toBeNull();
  expect(courseKeyOf(null)).toBeNull();
});

test('[HI2] results are in the order of the racer’s starts, whatever the order in which they were stored', () => {
  const rows = [
    row('c', '2026-07-01', minutes(24, 48)),
    row('a', '2026-05-06', minutes(25, 30)),
    row('b', '2026-06-03', minutes(25, 0)),
  ];
  const [course] = readHistory(rows, [event('a'), event('b'), event('c')]);
  expect(course!.results.map(({ eventId, bestByMs, firstUnderMs }) => [eventId, bestByMs, firstUnderMs])).toEqual([
    ['c', 12_000, minutes(25)],
    ['b', 30_000, null],
    ['a', null, null],
  ]);
  expect(course!.best).toEqual({ ms: minutes(24, 48), at: day('2026-07-01') });
});

test('[HI2] a correction in an old event takes a later best back', () => {
  const events = [event('a'), event('b')];
  const rows = [row('a', '2026-05-06', minutes(25, 30)), row('b', '2026-06-03', minutes(25))];
  expect(told(readHistory(rows, events)[0]!.results).b).toMatchObject({ bestByMs: 30_000, isBest: true });
  const corrected = [row('a', '2026-05-06', minutes(24, 30)), rows[1]!];
  const [course] = readHistory(corrected, events);
  expect(told(course!.results).b).toMatchObject({ bestByMs: null, isBest: false, fastestSince: null });
  expect(course!.best).toEqual({ ms: minutes(24, 30), at: day('2026-05-06') });
});

test('[HI3] only times that count are compared; a ruling without a time is listed, and a racer who only stands in the list is not', () => {
  const rows = [
    row('a', '2026-05-06', minutes(26)),
    row('b', '2026-06-03', null, { status: 'DSQ' }),
    row('c', '2026-07-01', minutes(25, 59)),
    row('d', '2026-08-05', null),
    row('e', '2026-09-02', null, { status: 'DNS', startAt: null }),
  ];
  const events = ['a', 'b', 'c', 'd'].map((id) => event(id));
  const [course] = readHistory(rows, [...events, event('e', hill, day('2026-09-02'))]);
  expect(course!.results.map(({ eventId, status }) => [eventId, status])).toEqual([
    ['e', 'DNS'],
    ['c', 'OK'],
    ['b', 'DSQ'],
    ['a', 'OK'],
  ]);
  expect(told(course!.results).c).toMatchObject({ bestByMs: 1000, firstUnderMs: null });
});

test('[HI3] of several runs the fastest is compared, whatever rule the event has', () => {
  const rows = [
    row('a', '2026-05-06', minutes(3)),
    row('b', '2026-06-03', null, { status: 'DNF' }),
    row('b', '2026-06-03', minutes(2, 50), { attempt: 2, startAt: day('2026-06-03') + minutes(60) }),
  ];
  const [course] = readHistory(rows, [event('a'), event('b')]);
  expect(course!.results[0]).toMatchObject({
    eventId: 'b',
    at: day('2026-06-03'),
    ms: minutes(2, 50),
    runs: [minutes(2, 50)],
    bestByMs: 10_000,
    firstUnderMs: minutes(3),
  });
});

test('[HI4] fastest since the last time that was as fast, if a slower one came between', () => {
  const rows = [
    row('a', '2026-05-06', minutes(24)),
    row('b', '2026-06-03', minutes(26)),
    row('c', '2026-07-01', minutes(25)),
    row('d', '2026-08-05', minutes(25)),
    row('e', '2026-09-02', minutes(24)),
  ];
  const of = told(
    readHistory(
      rows,
      ['a', 'b', 'c', 'd', 'e'].map((id) => event(id)),
    )[0]!.results,
  );
  expect(of.b!.fastestSince).toBeNull();
  expect(of.c!.fastestSince).toBe(day('2026-05-06'));
  // As fast as the one before: nothing new.
  expect(of.d!.fastestSince).toBeNull();
  expect(of.e).toMatchObject({ fastestSince: day('2026-05-06'), bestByMs: null, isBest: false });
});

test('[HI5] first under whole minutes up to 20 minutes, under every fifth minute from there on', () => {
  expect(roundAbove(minutes(0, 58))).toBe(minutes(1));
  expect(roundAbove(minutes(19, 59))).toBe(minutes(20));
  expect(roundAbove(minutes(21))).toBe(minutes(25));
  expect(roundAbove(minutes(59, 59))).toBe(minutes(60));
  expect(marksOf(minutes(24, 59), minutes(25))).toEqual({ bestByMs: 1000, firstUnderMs: minutes(25) });
  expect(marksOf(minutes(24, 58), minutes(24, 59))).toEqual({ bestByMs: 1000, firstUnderMs: null });
  expect(marksOf(minutes(25), minutes(25))).toEqual({ bestByMs: null, firstUnderMs: null });
  expect(marksOf(minutes(24), null)).toEqual({ bestByMs: null, firstUnderMs: null });
});

test('[HI1] events without a course are listed last and compared with none, and two courses are two lists', () => {
  const rows = [
    row('a', '2026-05-06', minutes(24)),
    row('b', '2026-06-03', minutes(20)),
    row('c', '2026-07-01', minutes(10)),
  ];
  const flat = { name: 'Canal', meters: null };
  const courses = readHistory(rows, [event('a'), event('b', flat), event('c', null)]);
  expect(courses.map(({ course, best }) => [course?.name, best?.ms])).toEqual([
    ['Canal', minutes(20)],
    ['Castle Hill', minutes(24)],
    [undefined, undefined],
  ]);
  expect(courses[2]!.results[0]).toMatchObject({ isBest: false, bestByMs: null });
});

test('[HI6] earlier bests are those before the racer’s own start, and each racer’s own', () => {
  const rows = [
    row('now', '2026-07-01', null),
    row('a', '2026-05-06', minutes(25)),
    row('b', '2026-06-03', minutes(24, 30)),
    row('later', '2026-08-05', minutes(20)),
    row('now', '2026-07-01', null, { racerId: 'bea', startAt: null }),
    row('later', '2026-08-05', minutes(21), { racerId: 'bea' }),
    row('a', '2026-05-06', minutes(19), { racerId: 'not in this event' }),
    row('now', '2026-07-01', minutes(30), { racerId: 'first time here' }),
  ];
  const here = rows.filter(({ eventId }) => eventId === 'now');
  const others = readCourseResults(rows.filter((each) => !here.includes(each)));
  const bests = readEarlierBests(here, others);
  expect(Object.fromEntries(bests)).toEqual({
    ada: { ms: minutes(24, 30), at: day('2026-06-03'), count: 2, lastMs: minutes(24, 30) },
    bea: { ms: minutes(21), at: day('2026-08-05'), count: 1, lastMs: minutes(21) },
  });
});
