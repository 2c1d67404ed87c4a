import { expect, test } from 'vitest';
import type { RaceInfo } from '../../../protocol/compare.ts';
import { chooseWeeks, listCourses } from './coach-choices.ts';

const WEEK = 7 * 86_400_000;
const race = (id: string, week: number, name: string | null): RaceInfo => ({
  id,
  name: id,
  at: week * WEEK,
  timeZone: 'UTC',
  course: name === null ? null : { name, meters: 2_500 },
  courseKey: name,
  conditions: '',
  finished: 1,
});
const races = [
  race('w30', 30, 'hill'),
  race('w25', 25, 'flat'),
  race('w20', 20, 'hill'),
  race('w1', 1, 'hill'),
  race('w0', 0, null),
];

test('[CO7] courses are listed with their races, that of the newest race first', () => {
  expect(listCourses(races).map(({ label, races: own }) => [label, own.map(({ id }) => id)])).toEqual([
    ['hill, 2.5 km (3 events)', ['w1', 'w20', 'w30']],
    ['flat, 2.5 km (1 event)', ['w25']],
  ]);
});

test('[CO7] the last twelve weeks of a course are shown at first, and never weeks that end before they begin', () => {
  const [course] = listCourses(races);
  const weeksOf = (from: string | null, to: string | null) => {
    const weeks = chooseWeeks(course!, from, to);
    return [weeks.from.id, weeks.to.id];
  };
  expect(weeksOf(null, null)).toEqual(['w20', 'w30']);
  expect(weeksOf('w1', null)).toEqual(['w1', 'w30']);
  expect(weeksOf('w30', 'w20')).toEqual(['w20', 'w20']);
});
