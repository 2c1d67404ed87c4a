import { expect, test } from 'vitest';
import { boardLines } from './board-lines.ts';

const result = (racerId: string, attempt: number, seconds: number | null) => ({
  racerId,
  attempt,
  rank: seconds === null ? null : 1,
  categoryRank: null,
  adjustedRank: null,
  adjustedMs: null,
  gradePercent: null,
  category: null,
  startAt: seconds === null ? null : 1000 * attempt,
  finishAt: seconds === null ? null : 1000 * (attempt + seconds),
  status: 'OK' as const,
  netMs: seconds === null ? null : seconds * 1000 + 5,
  publishedMs: seconds === null ? null : seconds * 1000,
  toCheck: false,
});

const none = {
  categoryRank: null,
  adjustedRank: null,
  adjustedMs: null,
  gradePercent: null,
  status: 'OK' as const,
  toCheck: false,
};

const event = { rules: { precision: { unitMs: 10, direction: 'down' as const } } };

test('[CA5] a board of two runs is that of the totals, with the times of the last run begun', () => {
  const results = [result('a', 1, 60), result('b', 1, 65), result('a', 2, 70), result('b', 2, 50)];
  const standings = [
    { ...none, racerId: 'b', rank: 1, publishedMs: 115_000 },
    { ...none, racerId: 'a', rank: 2, publishedMs: 130_000 },
  ];
  const lines = boardLines({ event, rankedBy: 'actual', results, standings });
  expect(lines.map(({ racerId, rank, publishedMs, startAt }) => [racerId, rank, publishedMs, startAt])).toEqual([
    ['b', 1, 115_000, 2000],
    ['a', 2, 130_000, 2000],
  ]);
  expect(
    boardLines({ event, rankedBy: 'actual', results: [result('a', 1, 60), result('a', 2, null)], standings: [] }),
  ).toHaveLength(1);
});

test('[RES2] who is not placed, or over the limit, keeps the time as it would be published', () => {
  const ruled = (status: 'NP' | 'OTL' | 'DSQ') => ({ ...result(status, 1, 60), rank: null, publishedMs: null, status });
  const results = [ruled('OTL'), ruled('NP'), ruled('DSQ')];
  const lines = boardLines({ event, rankedBy: 'actual', results, standings: [] });
  expect(lines.map(({ rank, outsideMs }) => [rank, outsideMs])).toEqual([
    [null, 60_000],
    [null, 60_000],
    [null, null],
  ]);
});
