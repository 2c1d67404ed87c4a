import { expect, test } from 'vitest';
import { listNames, listPeople } from './persons.ts';

const racers = [
  { id: 'ada', name: 'Ada Swift' },
  { id: 'bo', name: 'Bo Chan' },
];
const merged = [
  { id: 'old', name: 'A. Swft', sameAs: 'ada' },
  { id: 'older', name: 'ada  SWIFT', sameAs: 'old' },
];
const named = (people: readonly { readonly id: string; readonly name: string }[]) =>
  people.map(({ id, name }) => `${name}: ${id}`);

test('[NM7] a person is found by every name, and by each name once', () => {
  expect(named(listNames(racers, merged))).toEqual(['Ada Swift: ada', 'Bo Chan: bo', 'A. Swft: ada']);
  expect(named(listNames(racers.slice(1), merged))).toEqual(['Bo Chan: bo']);
});

test('[NM7] in an event every name means the racer who is there: nobody is added under the other one', () => {
  expect(named(listPeople([{ id: 'old', name: 'A. Swft' }], racers, merged))).toEqual([
    'A. Swft: old',
    'Ada Swift: old',
    'Bo Chan: bo',
    'A. Swft: old',
  ]);
});

test('[NM3] the library’s new name means the racer who is in the event under the old one', () => {
  expect(named(listPeople([{ id: 'bo', name: 'Bo Cahn' }], racers, []))).toContain('Bo Chan: bo');
});

test('[NM6] two of a person who are both in the event stay the racers that they are', () => {
  const entered = [
    { id: 'ada', name: 'Ada Swift' },
    { id: 'old', name: 'A. Swft' },
  ];
  expect(named(listPeople(entered, racers, merged)).slice(0, 3)).toEqual([
    'Ada Swift: ada',
    'A. Swft: old',
    'Ada Swift: ada',
  ]);
});
