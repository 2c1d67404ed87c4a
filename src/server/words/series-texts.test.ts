import { expect, test } from 'vitest';
import type { ResultRow } from '../../domain/results/rows.ts';
import { plainSeries, type SeriesRules } from '../../domain/series/rules.ts';
import type { Standing, Standings } from '../../domain/series/standings.ts';
import type { SeriesAnswer } from '../../protocol/series.ts';
import { countEvents, describeSeries, listShown } from './series-texts.ts';

const standing = (racerId: string, rank: number | null, total: number, more: Partial<Standing> = {}): Standing => ({
  racerId,
  name: `${racerId} Long`,
  rank,
  total,
  scores: [{ eventId: 'one', kind: 'result', value: total, place: 1, isDropped: false }],
  ...more,
});
function seriesOf(standings: readonly Standings[], rules: Partial<SeriesRules> = {}): SeriesAnswer {
  return { version: 1, id: 's', name: 'Winter league', rules: { ...plainSeries, ...rules }, events: [], standings };
}
const together = (...rows: Standing[]): Standings[] => [{ category: null, rows }];
const results = ['Ada', 'Bo'].map((racerId) => ({ racerId, publicName: racerId }) as ResultRow);
const tell = (racerId: string, answer: SeriesAnswer, initialsOnly = false) =>
  describeSeries(racerId, { answer, events: 5 }, results, { initialsOnly });

test('[FO16] a racer has a place and a total: points, per cent or a time', () => {
  const told = (total: number, scoring: SeriesRules['scoring']) =>
    tell('Ada', seriesOf(together(standing('Ada', 2, total)), { scoring }));
  expect(told(48, { kind: 'field' })).toEqual({
    title: 'Winter league: Ada',
    body: '#2 with 48 points after 5 events.',
  });
  expect(told(1, { kind: 'field' }).body).toBe('#2 with 1 point after 5 events.');
  expect(told(48.333, { kind: 'field' }).body).toBe('#2 with 48.3 points after 5 events.');
  expect(told(191.253, { kind: 'percent' }).body).toBe('#2 with 191.25 per cent after 5 events.');
  expect(told(4_530_200, { kind: 'time' }).body).toBe('#2 with 1:15:30.20 after 5 events.');
});

test('[FO16] a racer with too few events for a place is told so', () => {
  const answer = seriesOf(together(standing('Ada', null, 10)), { minimum: 3 });
  expect(tell('Ada', answer).body).toBe('Not ranked yet: 1 of 3 events needed. 10 points so far.');
});

test('[FO16] by category a racer has a row in each, and followers of the results hear who leads the first five', () => {
  const categories = ['V40', 'Women', 'c', 'd', 'e', 'f'];
  const rows = [standing('Ada', 1, 20), standing('Bo', 2, 10)];
  const answer = seriesOf(
    categories.map((category, index) => ({ category, rows: index < 2 ? rows : rows.slice(0, 1) })),
    { byCategory: true },
  );
  expect(tell('Bo', answer).body).toBe(
    '#2 in V40 with 10 points after 5 events. #2 in Women with 10 points after 5 events.',
  );
  expect(tell('', answer).body).toBe(
    '#1 in V40 Ada 20 points, #1 in Women Ada 20 points, #1 in c Ada 20 points, #1 in d Ada 20 points, #1 in e Ada 20 points',
  );
});

test('[FO16] followers of the results hear the first three; racers of other events are in initials too where names are hidden', () => {
  const rows = [standing('Cy', 1, 9), standing('Ada', 1, 9), standing('Bo', 3, 8), standing('Di', 4, 7)];
  const answer = seriesOf(together(...rows));
  expect(tell('', answer)).toEqual({
    title: 'Winter league: the standings after 5 events',
    body: '#1 Cy Long 9 points, #1 Ada 9 points, #3 Bo 8 points',
  });
  expect(tell('', answer, true).body).toContain('#1 C. L. 9 points');
});

test('[FO16] a racer has no place among teams, and nobody leads before somebody has enough events', () => {
  const rows = together(standing('Ada', 1, 9));
  expect(listShown('Ada', seriesOf(rows, { of: 'teams' }))).toEqual([]);
  expect(tell('', seriesOf(together(standing('Wheelers', 1, 9)), { of: 'teams' }), true).body).toBe(
    '#1 Wheelers Long 9 points',
  );
  expect(listShown('', seriesOf(together(standing('Ada', null, 9))))).toEqual([]);
});

test('[FO16] an event that has only helpers was not raced', () => {
  const helped = { eventId: 'two', kind: 'helper', value: 5, place: null, isDropped: false } as const;
  const ada = standing('Ada', 1, 9);
  expect(countEvents(seriesOf(together({ ...ada, scores: [...ada.scores, helped] })))).toBe(1);
});
