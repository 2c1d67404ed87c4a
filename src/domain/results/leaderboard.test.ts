import { expect, test } from 'vitest';
import { createRace, tap } from '../../../tests/support/event-history.ts';
import { type Contender, ownOrder, rankContenders } from './leaderboard.ts';
import { readLeaderboard } from './read-leaderboard.ts';

const contender = (racerId: string, more: Partial<Contender> = {}): Contender => ({
  racerId,
  bib: null,
  ms: 60_000,
  net: 60_000,
  adjusted: null,
  category: null,
  ...more,
});
const everybody = { by: 'actual', category: null } as const;
const listed = (rows: readonly Contender[], ties: 'shared' | 'higher-number-first') =>
  rankContenders(rows, everybody, ties).ranked.map(({ row, ranks }) => [row.racerId, ranks.rank]);

test('[RES16] an event opens with its teams in a team time trial, with adjusted times where there are handicaps, else with actual ones', () => {
  const teams = { of: 'club', score: 'sum', n: 3, displaces: true, quota: null, startsTogether: true } as const;
  const handicap = { kind: 'time' } as never;
  expect(ownOrder({ teams, handicap })).toBe('team');
  expect(ownOrder({ teams: { ...teams, startsTogether: false }, handicap })).toBe('adjusted');
  expect(ownOrder({ teams: null, handicap: null })).toBe('actual');
});

test('[RES16] of racers who share a rank the smaller net time is first, then the lower number, or the higher one where the event says so', () => {
  const rows = [
    contender('later', { net: 60_004, bib: '1' }),
    contender('a ten', { bib: '10' }),
    contender('b nine', { bib: '9' }),
  ];
  expect(listed(rows, 'shared')).toEqual([
    ['b nine', 1],
    ['a ten', 1],
    ['later', 1],
  ]);
  expect(listed(rows, 'higher-number-first').map(([racerId]) => racerId)).toEqual(['a ten', 'b nine', 'later']);
});

test('[RES16] racers without a rank are listed by their times so far, then by status, then by number', () => {
  const race = createRace('a', 'b', 'c', 'd', 'e');
  race.run({ type: 'bibs.set', bibs: ['a', 'b', 'c'].map((racerId, index) => ({ racerId, bib: `${9 - index}` })) });
  race.run({ type: 'format.set', format: { attempts: { count: 2, counts: 'sum', current: 2 } } });
  for (const [racerId, seconds] of [
    ['d', 80],
    ['e', 70],
  ] as const) {
    race.run(tap('start', racerId), { second: 100 });
    race.run(tap('finish', racerId), { second: 100 + seconds });
  }
  for (const [racerId, status] of [
    ['a', 'DNS'],
    ['b', 'DNS'],
    ['c', 'DNF'],
  ] as const) {
    for (const attempt of [1, 2]) race.run({ type: 'status.set', racerId, attempt, status, reason: '' });
  }
  const { ranked, unranked } = readLeaderboard(race.event);
  expect(ranked).toEqual([]);
  expect(unranked.map(({ entry }) => entry.racerId)).toEqual(['e', 'd', 'c', 'b', 'a']);
});
