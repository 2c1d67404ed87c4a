import { expect, test } from 'vitest';
import type { HandicapRule } from '../model/race-format.ts';
import { canScore, rankAdjusted } from './adjusted-times.ts';
import { plainSeries, type Scoring, type SeriesRules } from './rules.ts';
import type { SeriesEvent } from './score-event.ts';
import { readStandings } from './standings.ts';
import { writeValue } from './write-value.ts';

/** Two events; null: a racer without a handicap. */
function standBy(by: HandicapRule, scoring: Scoring, values: Readonly<Record<string, readonly (number | null)[]>>) {
  const rules: SeriesRules = { ...plainSeries, scoring, times: 'adjusted' };
  const events = [0, 1].map((index): SeriesEvent => ({
    eventId: `event-${index}`,
    results: Object.entries(values).map(([racerId, own]) => {
      const value = own[index] ?? null;
      return {
        racerId,
        name: racerId,
        category: null,
        status: 'OK',
        hasStarted: true,
        ...rankAdjusted(value === null ? null : { by, value }, scoring),
      };
    }),
  }));
  const [{ rows }] = readStandings(events, [], rules) as [ReturnType<typeof readStandings>[number]];
  return rows.map(({ rank, name, total, scores }) => [rank, name, writeValue(total, rules), scores.length]);
}

test('[SE11] places go by the time less the handicap, and a racer without a handicap has no score', () => {
  const scoring: Scoring = { kind: 'points', table: [10, 8], rest: 1 };
  expect(standBy('time', scoring, { Ada: [60_000, 61_000], Bo: [59_000, 60_500], Cy: [null, 62_000] })).toEqual([
    [1, 'Bo', '20', 2],
    [2, 'Ada', '16', 2],
    [3, 'Cy', '1', 1],
  ]);
});

test('[SE11] the larger age grade is ahead, and is itself the score in per cent', () => {
  const values = { Ada: [7_012, 8_000], Bo: [8_113, 7_900] };
  expect(standBy('grade', { kind: 'field' }, values).map(([, name, total]) => [name, total])).toEqual([
    ['Ada', '3'],
    ['Bo', '3'],
  ]);
  expect(standBy('grade', { kind: 'percent' }, values)).toEqual([
    [1, 'Bo', '160.13', 2],
    [2, 'Ada', '150.12', 2],
  ]);
});

test('[SE11] times over and under the target are added up, and those under it say so', () => {
  expect(standBy('plus', { kind: 'time' }, { Ada: [-65_000, 5_000], Bo: [10_000, 12_340] })).toEqual([
    [1, 'Ada', '−01:00.00', 2],
    [2, 'Bo', '00:22.34', 2],
  ]);
});

test('[SE11] a handicap that is longer than the time makes no per cent below zero or without end', () => {
  expect(standBy('time', { kind: 'percent' }, { Ada: [-1_000, 60_000], Bo: [10_000, 120_000] })).toEqual([
    [1, 'Ada', '200.00', 2],
    [2, 'Bo', '50.00', 2],
  ]);
});

test('[SE11] grades are not added up as times, a time under a target is no part of another, and nothing is scored without a rule', () => {
  const rules = [null, 'time', 'plus', 'grade'] as const;
  const scored = (kind: 'field' | 'time' | 'percent') => rules.map((rule) => canScore(rule, { kind }));
  expect(scored('field')).toEqual([false, true, true, true]);
  expect(scored('time')).toEqual([false, true, true, false]);
  expect(scored('percent')).toEqual([false, true, false, true]);
  expect(rankAdjusted({ by: 'grade', value: 7_000 }, { kind: 'time' })).toEqual({ ms: null });
});
