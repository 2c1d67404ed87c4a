import { expect, test } from 'vitest';
import { createRace, tap } from '../../../tests/support/event-history.ts';
import type { HandicapRule } from '../model/race-format.ts';
import { durationMs } from '../units.ts';
import { adjust } from './adjusted.ts';
import { HUNDREDTHS, type Precision } from '../model/precision.ts';
import { readLeaderboard } from './read-leaderboard.ts';
import { rowsOf } from './rows.ts';

function race(by: HandicapRule | null, handicaps: Readonly<Record<string, number>>) {
  const made = createRace('a', 'b', 'c', 'd');
  made.run({ type: 'format.set', format: { handicap: by } });
  const given = Object.entries(handicaps).map(([racerId, ms]) => ({ racerId, handicap: { ms, source: 'Club 2026' } }));
  made.run({ type: 'handicaps.set', given });
  for (const [racerId, seconds] of Object.entries({ a: 60, b: 61, c: 62, d: 63 })) {
    made.run(tap('start', racerId), { second: 100 });
    made.run(tap('finish', racerId), { second: 100 + seconds });
  }
  return made;
}

const order = ({ event }: ReturnType<typeof race>) => {
  const ranking = readLeaderboard(event);
  return {
    ranked: ranking.ranked.map(({ entry, rank, gap, actualRank, adjusted }) => [
      entry.racerId,
      rank,
      actualRank,
      adjusted!.value,
      gap,
    ]),
    without: ranking.without.map(({ entry, actualRank }) => [entry.racerId, actualRank]),
  };
};

test('[HC1] a handicap is taken off the time; both ranks stand side by side, and equal adjusted times share a rank', () => {
  expect(order(race('time', { a: 0, b: 5000, c: 6000 }))).toEqual({
    ranked: [
      ['b', 1, 2, 56_000, 0],
      ['c', 1, 3, 56_000, 0],
      ['a', 3, 1, 60_000, 4000],
    ],
    without: [['d', 4]],
  });
});

test('[HC1] without a rule there is no adjusted ranking, whatever handicaps racers have', () => {
  const { event } = race(null, { a: 5000 });
  expect(readLeaderboard(event)).toMatchObject({ by: 'actual', without: [] });
  expect(rowsOf(event, 'all').rows.map(({ adjusted }) => adjusted)).toEqual([null, null, null, null]);
});

test('[HC2] with a target the racer who is farthest below it is first, and a slower one is above zero', () => {
  expect(order(race('plus', { a: 59_000, b: 65_000 })).ranked).toEqual([
    ['b', 1, 2, -4000, 0],
    ['a', 2, 1, 1000, 5000],
  ]);
});

test('[HC3] a grade is the standard as a percentage of the time, the larger the better', () => {
  expect(order(race('grade', { a: 30_000, c: 45_000 })).ranked).toEqual([
    ['c', 1, 3, 7258, 0],
    ['a', 2, 1, 5000, 0],
  ]);
  const { event } = race('grade', { a: 0 });
  expect(readLeaderboard(event).ranked).toEqual([]);
});

test.each([
  ['down', 60_990, 55_000],
  ['up', 60_010, 56_000],
] as const)('[HC4] an adjusted time is rounded %s as published times are', (direction, published, value) => {
  const precision: Precision = { unit: durationMs(1000), direction };
  const format = { handicap: 'time', attempts: { count: 1, counts: 'best', current: 1 } } as const;
  const entry = { handicap: { ms: 5000, source: '' } };
  expect(adjust({ format, precision }, published, entry)).toEqual({ by: 'time', value });
  expect(adjust({ format, precision: HUNDREDTHS }, 60_000, { handicap: { ms: 5, source: '' } })?.value).toBe(59_990);
});

test('[HC5] where runs are added up the handicap counts for each of them, otherwise once', () => {
  const made = race('time', { a: 2000, b: 0 });
  made.run({ type: 'format.set', format: { attempts: { count: 2, counts: 'sum', current: 2 } } });
  for (const racerId of ['a', 'b']) {
    made.run({ ...tap('start', racerId), run: 2 }, { second: 300 });
    made.run({ ...tap('finish', racerId), run: 2 }, { second: 362 });
  }
  const read = () => readLeaderboard(made.event);
  expect(read().ranked.map(({ entry, adjusted }) => [entry.racerId, adjusted!.value])).toEqual([
    ['a', 118_000],
    ['b', 123_000],
  ]);
  const [first] = rowsOf(made.event, new Set(['a'])).rows;
  expect([first!.adjusted?.value, first!.total?.adjusted?.value]).toEqual([58_000, 118_000]);
  made.run({ type: 'format.set', format: { attempts: { count: 2, counts: 'best', current: 2 } } });
  expect(read().ranked[0]!.adjusted!.value).toBe(58_000);
});
