import { expect, test } from 'vitest';
import { hasNamesake, tellApart } from './same-name.ts';

test('[WY20] a name is the same whatever its case, its spaces and its kind of letters', () => {
  const racers = [{ name: 'Ada Swift' }];
  expect(hasNamesake(racers, ' ada  SWIFT ')).toBe(true);
  expect(hasNamesake(racers, 'Ａda Swift')).toBe(true);
  expect(hasNamesake(racers, 'Ada Swifter')).toBe(false);
  expect(hasNamesake([], 'Ada Swift')).toBe(false);
});

test('[CA11] racers of one name are told apart by number, club or group', () => {
  const racer = (racerId: string, name: string, more = {}) => ({ racerId, name, bib: null, groups: [], ...more });
  const told = tellApart([
    racer('a', 'Ada Swift', { bib: '7' }),
    racer('b', 'ada swift', { details: { club: 'Wheelers' } }),
    racer('c', 'Ada Swift', { groups: ['Juniors'] }),
    racer('d', 'Ada Swift'),
    racer('e', 'Bo', { bib: '8' }),
  ]);
  expect([...told]).toEqual([
    ['a', 'No. 7'],
    ['b', 'Wheelers'],
    ['c', 'Juniors'],
  ]);
});
