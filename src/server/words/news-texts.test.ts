import { describe, expect, test } from 'vitest';
import { plainFormat } from '../../domain/model/race-format.ts';
import { plainRace } from '../../domain/model/race-settings.ts';
import { HUNDREDTHS } from '../../domain/model/precision.ts';
import type { ResultRow } from '../../domain/results/rows.ts';
import { durationMs } from '../../domain/units.ts';
import { describeNews, describeResults, isEveryoneIn, type NamedEvent } from './news-texts.ts';

const event: NamedEvent = {
  name: 'Tuesday 10',
  timeZone: 'Europe/Zurich',
  race: { ...plainRace, points: [{ line: 'p1', name: 'Top' }] },
  precision: HUNDREDTHS,
  format: plainFormat,
};

function row(racerId: string, more: Partial<ResultRow> = {}): ResultRow {
  return {
    eventId: 'e',
    racerId,
    attempt: 1,
    name: racerId,
    publicName: racerId,
    bib: null,
    groups: [],
    category: null,
    details: null,
    publicDetails: null,
    handicapMs: null,
    checkedMs: null,
    correction: null,
    adjusted: null,
    total: null,
    status: 'OK',
    startAt: 0,
    finishAt: null,
    splits: [],
    grossMs: null,
    penaltyMs: 0,
    netMs: null,
    publishedMs: null,
    uncertaintyMs: null,
    seq: 7,
    ...more,
  };
}
const inTime = (racerId: string, ms: number) => row(racerId, { publishedMs: ms });
const bodyOf = (ms: number, others: readonly ResultRow[], best?: number) =>
  describeNews({ kind: 'finished', ms }, inTime('Ada', ms), [inTime('Ada', ms), ...others], event, best).body;

describe('a finish in words', () => {
  test('[FO4] with somebody still out, the first is the fastest so far and nobody has a rank', () => {
    expect(bodyOf(60_000, [row('Bo')])).toBe('Fastest so far. Tuesday 10');
    expect(bodyOf(60_000, [row('Bo'), inTime('Cy', 59_000)])).toBe('1.00 behind the leader. Tuesday 10');
    expect(bodyOf(60_000, [row('Bo'), inTime('Cy', 60_000)])).toBe('Level with the leader. Tuesday 10');
  });

  test('[FO4] once everyone is in, or out of the race, the rank is named', () => {
    const others = [inTime('Bo', 59_000), inTime('Cy', 60_000), row('Di', { status: 'DNF' })];
    expect(bodyOf(60_000, others)).toBe('#2 of 3, everyone is in. Tuesday 10');
  });

  test('[FO1] a personal best is named where one is known and beaten', () => {
    expect(bodyOf(60_000, [row('Bo')], 72_540)).toBe('Fastest so far. Personal best by 12.54. Tuesday 10');
    expect(bodyOf(60_000, [row('Bo')], 60_000)).toBe('Fastest so far. Tuesday 10');
  });
});

test('[FO3] a split is timed at the precision of the event, and compared with those who passed there', () => {
  const at = (racerId: string, ms: number) => row(racerId, { splits: [{ line: 'p1', at: ms }] });
  const seconds = { ...event, precision: { unit: durationMs(1000), direction: 'down' } } as const;
  const news = { kind: 'split', line: 'p1', at: 61_900 } as const;
  expect(describeNews(news, at('Ada', 61_900), [at('Ada', 61_900), at('Bo', 60_100)], seconds)).toEqual({
    title: 'Ada at Top: 01:01',
    body: '0:01 behind the leader at this point. Tuesday 10',
  });
});

test('names cannot become links or further lines of a mail', () => {
  const odd = row('x', { publicName: 'Ada\r\nBcc: eve@example.org https://evil.example', startAt: 1 });
  const { title } = describeNews({ kind: 'started', at: 1 }, odd, [odd], event);
  expect(title).not.toMatch(/[\r\n]|:\/\//);
});

test('[FO4] the results name the first three, with shared ranks', () => {
  const rows = [inTime('Ada', 61_000), inTime('Bo', 60_000), inTime('Cy', 60_000), inTime('Di', 90_000)];
  expect(describeResults('in', rows, event)).toEqual({
    title: 'Tuesday 10: everyone is in',
    body: '#1 Bo 01:00.00, #1 Cy 01:00.00, #3 Ada 01:01.00',
  });
});

test('[FO4] with two attempts the total ranks, and the message says the same as the board', () => {
  const twice = { ...event, format: { ...plainFormat, attempts: { count: 2, counts: 'sum', current: 2 } as const } };
  const raced = (name: string, ...times: readonly number[]) => {
    const ms = times.reduce((sum, time) => sum + time, 0);
    const total = { ms, of: [1, 2], missing: [], status: 'OK' as const };
    return times.map((time, index) => ({ ...inTime(name, time), attempt: index + 1, total }));
  };
  const rows = [...raced('Ada', 60_000, 70_000), ...raced('Bo', 90_000, 65_000)];
  expect(isEveryoneIn(rows, twice)).toBe(true);
  expect(isEveryoneIn(rows.slice(1), twice)).toBe(false);
  const told = describeNews({ kind: 'finished', ms: 65_000 }, rows[3]!, rows, twice);
  expect(told).toEqual({ title: 'Bo, heat 2 finished: 01:05.00', body: '#2 of 2, everyone is in. Tuesday 10' });
  expect(describeResults('in', rows, twice).body).toBe('#1 Ada 02:10.00, #2 Bo 02:35.00');
});

test('[FO4] with handicaps the adjusted times rank, and a team time trial names its teams', () => {
  const adjusted = { ...event, format: { ...plainFormat, handicap: 'time' as const } };
  const late = (name: string, ms: number, value: number) => ({
    ...inTime(name, ms),
    adjusted: { by: 'time' as const, value },
  });
  const rows = [late('Ada', 60_000, 60_000), late('Bo', 70_000, 50_000)];
  expect(describeResults('in', rows, adjusted).body).toBe('#1 Bo 00:50.00 adjusted, #2 Ada 01:00.00 adjusted');
  const rules = { of: 'team', score: 'sum', n: 1, displaces: true, quota: null, startsTogether: true } as const;
  const inTeams = { ...event, format: { ...plainFormat, teams: rules, shows: ['team' as const] } };
  const teamed = rows.map((each, index) => ({ ...each, publicDetails: { team: ['Wheelers', 'Rovers'][index]! } }));
  expect(describeResults('in', teamed, inTeams).body).toBe('#1 Wheelers 01:00.00, #2 Rovers 01:10.00');
});
