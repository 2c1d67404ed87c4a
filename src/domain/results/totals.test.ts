import { expect, test } from 'vitest';
import { createRace, tap } from '../../../tests/support/event-history.ts';
import type { countingRules } from '../model/race-format.ts';
import { durationMs } from '../units.ts';
import { HUNDREDTHS } from '../model/precision.ts';
import { readLeaderboard } from './read-leaderboard.ts';
import type { ResultStatus } from '../model/ruling.ts';
import { totalOf } from './totals.ts';
import { readResults } from './read-results.ts';

const runs = (count: number, counts: (typeof countingRules)[number], current = count) => ({ count, counts, current });

const timed = (ms: number | null) => ({ ms, status: 'OK' as const });

test('[CA5] best, sum, mean and last of published times', () => {
  const of = (counts: (typeof countingRules)[number], ...times: (number | null)[]) =>
    totalOf(times.map(timed), runs(times.length, counts), HUNDREDTHS);
  expect(of('best', 61_000, 60_000, null)).toEqual({ ms: 60_000, of: [2], missing: [], status: 'OK' });
  expect(of('best', 60_000, 60_000)).toEqual({ ms: 60_000, of: [1], missing: [], status: 'OK' });
  expect(of('last', 60_000, 61_000, null)).toEqual({ ms: 61_000, of: [2], missing: [], status: 'OK' });
  expect(of('sum', 60_010, 61_000)).toEqual({ ms: 121_010, of: [1, 2], missing: [], status: 'OK' });
  expect(of('sum', 60_000, null)).toEqual({ ms: null, of: [], missing: [2], status: 'OK' });
  // 60.505 s is cut off to hundredths, as every result of this event is.
  expect(of('mean', 60_010, 61_000)).toEqual({ ms: 60_500, of: [1, 2], missing: [], status: 'OK' });
  expect(of('best', null, null)).toEqual({ ms: null, of: [], missing: [1, 2], status: 'OK' });
});

test('[CA5] before the second run has begun, the first alone makes the sum', () => {
  expect(totalOf([60_000, null].map(timed), runs(2, 'sum', 1), HUNDREDTHS)).toEqual({
    ms: 60_000,
    of: [1],
    missing: [],
    status: 'OK',
  });
});

test('[CA4] an event of one run has no totals, and its results stay the same objects', () => {
  const race = createRace('a', 'b');
  race.run(tap('start', 'a'), { second: 100 });
  expect(readLeaderboard(race.event).unranked.map(({ total }) => total)).toEqual([null, null]);
  const before = readResults(race.event);
  race.run(tap('start', 'b'), { second: 101 });
  const after = readResults(race.event);
  expect(after[0]).toBe(before[0]);
  expect(after[1]).not.toBe(before[1]);
});

test('[CA4] a racer without a total is listed with what is missing, and rulings are per run', () => {
  const race = createRace('a', 'b', 'c');
  race.run({ type: 'format.set', format: { attempts: runs(2, 'sum', 1) } });
  for (const racerId of ['a', 'b']) {
    race.run(tap('start', racerId), { second: 100 });
    race.run(tap('finish', racerId), { second: 160 });
  }
  race.run({ type: 'status.set', racerId: 'c', attempt: 1, status: 'DNF', reason: '' });
  expect(readLeaderboard(race.event).ranked.map(({ entry, rank }) => [entry.racerId, rank])).toEqual([
    ['a', 1],
    ['b', 1],
  ]);
  race.run({ type: 'format.set', format: { attempts: runs(2, 'sum', 2) } });
  expect(readResults(race.event).map(({ attempt, state }) => [attempt, state])).toEqual([
    [2, 'inactive'],
    [2, 'inactive'],
    [2, 'inactive'],
  ]);
  race.run({ ...tap('start', 'a'), run: 2 }, { second: 300 });
  race.run({ ...tap('finish', 'a'), run: 2 }, { second: 361 });
  race.run({ type: 'adjustment.add', racerId: 'a', attempt: 2, ms: durationMs(5000), reason: '' });
  const { ranked, unranked } = readLeaderboard(race.event);
  expect(ranked.map(({ entry, duration }) => [entry.racerId, duration])).toEqual([['a', 126_000]]);
  expect(unranked.map(({ entry, total }) => [entry.racerId, total!.missing])).toEqual([
    ['b', [2]],
    ['c', [1, 2]],
  ]);
});

test('[CA12] one status for several runs: the first that ends a sum, the one listed first where one run counts', () => {
  const statusOf = (counts: (typeof countingRules)[number], ...given: (ResultStatus | number)[]) =>
    totalOf(
      given.map((each) => (typeof each === 'number' ? { ms: each, status: 'OK' } : { ms: null, status: each })),
      runs(given.length, counts),
      HUNDREDTHS,
    ).status;
  expect(statusOf('best', 'DSQ', 60_000)).toBe('OK');
  expect(statusOf('last', 60_000, 'DNF')).toBe('OK');
  expect(statusOf('best', 'DNS', 'DNF')).toBe('DNF');
  expect(statusOf('sum', 'DNS', 60_000)).toBe('DNS');
  expect(statusOf('sum', 'DSQ', 'DNS')).toBe('DSQ');
  expect(statusOf('mean', 60_000, 'DNF')).toBe('DNF');
  expect(statusOf('sum', 60_000, 60_000)).toBe('OK');
});

test('[CA12] nobody is lost between two runs: all racers are on the leaderboard, each in one place', () => {
  const race = createRace('a', 'b', 'c', 'd');
  race.run({ type: 'format.set', format: { attempts: runs(2, 'sum', 2) } });
  const time = (racerId: string, run: number) => {
    race.run({ ...tap('start', racerId), run }, { second: 100 * run });
    race.run({ ...tap('finish', racerId), run }, { second: 100 * run + 60 });
  };
  for (const racerId of ['a', 'b', 'c']) time(racerId, 2);
  time('a', 1);
  race.run({ type: 'status.set', racerId: 'b', attempt: 1, status: 'DSQ', reason: '' });
  const { ranked, unranked } = readLeaderboard(race.event);
  expect(ranked.map(({ entry }) => entry.racerId)).toEqual(['a']);
  expect(unranked.map(({ entry, status, state }) => [entry.racerId, status, state])).toEqual([
    ['c', 'OK', 'waiting'],
    ['b', 'DSQ', 'out'],
    ['d', 'OK', 'inactive'],
  ]);
});
