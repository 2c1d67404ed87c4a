import { expect, test } from 'vitest';
import { credits } from '../units.ts';
import { type ImportRules, markKnown, planImport, readRacerList } from './import.ts';

const rules: ImportRules = { maxNameLength: 200, maxGroupLength: 60, maxGroups: 30, isStorable: () => true };
const read = (text: string) =>
  readRacerList(
    text.split('\n').map((name, index) => ({ line: index + 1, cells: [name] })),
    rules,
  );

test('names that exist, and names that come twice, are marked', () => {
  const marked = markKnown(read('ADA  swift\nBo\nbo\nZoë').racers, ['Ada Swift', 'Zoe\u{308}']);
  expect(marked.map(({ known }) => known)).toEqual(['library', null, 'list', 'library']);
});

test('known names are left out unless wanted, and the price is said with what the credits pay for', () => {
  const marked = markKnown(read('Ada\nBo\nChi').racers, ['Ada']);
  expect(planImport(marked, credits(100), false)).toMatchObject({ cost: 6, payable: 2, racers: [{}, {}] });
  expect(planImport(marked, credits(8), true)).toMatchObject({ cost: 9, payable: 2, racers: [{}, {}, {}] });
  expect(planImport(marked, credits(2), false).payable).toBe(0);
});
