import { expect, test } from 'vitest';
import type { Entry } from '../model/state.ts';
import { createSearch } from './search.ts';

const entry = (name: string, bib: string | null, ...groups: string[]): Entry => ({
  racerId: name,
  name,
  groups,
  bib,
  addedSeq: 1,
  removed: false,
});
const racers = [
  entry('Ada', '4', 'U14'),
  entry('Bo', '41', 'U18'),
  entry('Chi', '14', 'U14'),
  entry('Dee 4', null, 'U14'),
];
const find = (query: string) => racers.filter(createSearch(query)).map(({ name }) => name);

test('[SL16] digits find the racer with that number, and no group that contains them', () => {
  expect(find('4')).toEqual(['Ada', 'Bo', 'Dee 4']);
  expect(find('41')).toEqual(['Bo']);
  expect(find('14')).toEqual(['Chi', 'Dee 4']);
});

test('words are found in names and groups, whatever their case and accents', () => {
  expect(find('u14')).toEqual(['Ada', 'Chi', 'Dee 4']);
  expect(find('Á u1')).toEqual(['Ada']);
  expect(find('')).toHaveLength(4);
});
