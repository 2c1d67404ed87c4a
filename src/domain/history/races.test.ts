import { expect, test } from 'vitest';
import { type ComparedRow, hasSamePoints, readRace, takeNewest } from './races.ts';

const points = [
  { line: 'p1', name: 'Bridge' },
  { line: 'p2', name: 'Top' },
];
const row = (racerId: string, more: Partial<ComparedRow> = {}): ComparedRow => ({
  racerId,
  attempt: 1,
  name: racerId,
  startAt: 1_000,
  finishAt: 601_000,
  splits: [
    { line: 'p2', at: 401_000 },
    { line: 'p1', at: 101_000 },
  ],
  publishedMs: 600_000,
  total: null,
  ...more,
});

test('[CO1] only results with a rank count, and a section is missing where one of its ends is', () => {
  const race = readRace(
    [
      row('all'),
      row('no-top', { splits: [{ line: 'p1', at: 101_000 }] }),
      row('backwards', { splits: [{ line: 'p1', at: 601_500 }] }),
      row('not-placed', { publishedMs: null }),
    ],
    points,
  );
  expect(race.points).toEqual(['Bridge', 'Top']);
  expect(race.results.map(({ racerId, ms, sections }) => [racerId, ms, sections])).toEqual([
    ['all', 600_000, [100_000, 300_000, 200_000]],
    ['no-top', 600_000, [100_000, null, null]],
    ['backwards', 600_000, [600_500, null, null]],
  ]);
});

test('[CO1] of several runs the total counts; sections are those of the run that counts, and a sum has none', () => {
  const second = { attempt: 2, startAt: 0, finishAt: 500, splits: [{ line: 'p1', at: 200 }] };
  const best = { ms: 500, of: [2], missing: [], status: 'OK' as const };
  const sum = { ms: 600_500, of: [1, 2], missing: [], status: 'OK' as const };
  const none = { ms: null, of: [], missing: [2], status: 'OK' as const };
  const race = readRace(
    [
      row('best', { total: best }),
      row('best', { ...second, total: best }),
      row('sum', { total: sum }),
      row('sum', { ...second, total: sum }),
      row('none', { total: none }),
    ],
    points,
  );
  expect(race.results.map(({ racerId, ms, sections }) => [racerId, ms, sections])).toEqual([
    ['best', 500, [200, null, null]],
    ['sum', 600_500, [null, null, null]],
  ]);
});

test('[CO2] points are the same by their names and order; without points there are no sections', () => {
  expect(hasSamePoints(['Bridge', 'Top'], ['bridge', 'Top '])).toBe(true);
  expect(hasSamePoints(['Bridge', 'Top'], ['Top', 'Bridge'])).toBe(false);
  expect(hasSamePoints(['Bridge'], ['Bridge', 'Top'])).toBe(false);
  expect(hasSamePoints([], [])).toBe(false);
});

test('[CO8] the newest races are taken as long as they are few enough, with their results and times', () => {
  const races = [3, 2, 9, 1].map((rows, index) => ({ id: index, rows, points: index === 1 ? points : [] }));
  const taken = (most: { events?: number; results?: number; times?: number }) =>
    takeNewest(races, { events: 9, results: 99, times: 99, ...most }).map(({ id }) => id);
  expect(taken({})).toEqual([0, 1, 2, 3]);
  expect(taken({ events: 3 })).toEqual([0, 1, 2]);
  expect(taken({ results: 5 })).toEqual([0, 1]);
  expect(taken({ times: 8 })).toEqual([0]);
});
