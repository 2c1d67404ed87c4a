import { expect, test } from 'vitest';
import { createRace } from '../../../tests/support/event-history.ts';
import { categoryOf } from './categories.ts';
import { addCategories, categoriesFromAges, categoriesFromGroups, categoriesOfRacers } from './make-categories.ts';

test('[CA9] a category for each group, and none twice', () => {
  const race = createRace();
  const racers = [
    { racerId: 'a', name: 'Ada', groups: ['Women', 'Club'], bib: null },
    { racerId: 'b', name: 'Bo', groups: ['Men'], bib: null },
  ];
  race.run({ type: 'entries.add', racers });
  const made = categoriesFromGroups(race.event);
  expect(made.map(({ name, group }) => [name, group])).toEqual([
    ['Club', 'Club'],
    ['Men', 'Men'],
    ['Women', 'Women'],
  ]);
  expect(addCategories(made, categoriesFromGroups(race.event))).toEqual(made);
});

test('[CA9] categories that racers bring along are found by the racers themselves', () => {
  const race = createRace();
  const racers = [
    { racerId: 'a', name: 'Ada', groups: ['Women', 'Club'], bib: null, details: { category: 'Women' } },
    { racerId: 'b', name: 'Bo', groups: ['Club'], bib: null },
  ];
  race.run({ type: 'entries.add', racers });
  const made = categoriesOfRacers(racers);
  expect(made.map(({ name }) => name)).toEqual(['Women']);
  race.run({ type: 'format.set', format: { categories: made } });
  expect(racers.map(({ racerId }) => categoryOf(race.event, race.event.entries[racerId]!))).toEqual(['Women', null]);
});

test('[CA9] bands of age hold every age once, for everybody or for men and women', () => {
  const race = createRace('a');
  const year = new Date(race.event.createdAt).getUTCFullYear();
  for (const byGender of [false, true]) {
    race.run({ type: 'format.set', format: { categories: categoriesFromAges(byGender) } });
    for (let age = 1; age <= 100; age += 1) {
      const entry = { groups: [], details: { born: year - age, gender: 'F' } } as const;
      const fitting = race.event.format.categories.filter(
        ({ ages, gender }) => age >= ages![0] && age <= ages![1] && (gender === null || gender === 'F'),
      );
      expect(fitting).toHaveLength(1);
      expect(categoryOf(race.event, entry)).toBe(fitting[0]!.name);
    }
  }
  const of = (age: number) => categoryOf(race.event, { groups: [], details: { born: year - age, gender: 'M' } });
  expect([of(16), of(17), of(19), of(39), of(40), of(71)]).toEqual([
    'Men U17',
    'Men U19',
    'Men Senior',
    'Men Senior',
    'Men V40',
    'Men V70',
  ]);
});
