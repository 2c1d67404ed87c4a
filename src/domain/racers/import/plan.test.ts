import { expect, test } from 'vitest';
import { credits } from '../../units.ts';
import { markKnown, planImport } from './plan.ts';
import { findTakenBibs } from './taken-bibs.ts';

const listed = (...names: string[]) =>
  names.map((name, index) => ({ line: index + 1, name, groups: [], bib: null, start: null }));
const library = (...names: string[]) => names.map((name, index) => ({ id: `r${index}`, name }));

test('names that exist, and names that come twice, are marked', () => {
  const marked = markKnown(listed('ADA  swift', 'Bo', 'bo', 'Zoë'), library('Ada Swift', 'Zoe\u{308}'));
  expect(marked.map(({ known, racerId }) => [known, racerId])).toEqual([
    ['library', 'r0'],
    [null, null],
    ['list', null],
    ['library', 'r1'],
  ]);
});

test('[SL6] two racers of one name in the library are not the same racer', () => {
  const marked = markKnown(listed('Ada', 'Ada', 'Ada'), library('Ada', 'Ada'));
  expect(marked.map(({ known, racerId }) => [known, racerId])).toEqual([
    ['library', 'r0'],
    ['library', 'r1'],
    ['list', null],
  ]);
});

test('[NM7] a list with both names of a person means that person once', () => {
  const both = [
    { id: 'ada', name: 'Ada Swift' },
    { id: 'ada', name: 'A. Swft' },
  ];
  const marked = markKnown(listed('A. Swft', 'Bo', 'Ada Swift'), both);
  expect(marked.map(({ known, racerId }) => [known, racerId])).toEqual([
    ['library', 'ada'],
    [null, null],
    ['list', null],
  ]);
  expect(planImport(marked, credits(9), 'reuse')).toMatchObject({ cost: 3, created: [{ name: 'Bo' }], reused: [{}] });
});

test('[H2] known names are left out unless wanted, and the price is said with what the credits pay for', () => {
  const marked = markKnown(listed('Ada', 'Bo', 'Chi'), library('Ada'));
  expect(planImport(marked, credits(100), 'leave')).toMatchObject({
    cost: 6,
    payable: 2,
    created: [{}, {}],
    reused: [],
  });
  expect(planImport(marked, credits(8), 'add')).toMatchObject({ cost: 9, payable: 2, created: [{}, {}, {}] });
  expect(planImport(marked, credits(2), 'leave').payable).toBe(0);
});

test('[SL6] racers of the library are used again and cost nothing', () => {
  const plan = planImport(markKnown(listed('Ada', 'Bo', 'Chi'), library('Ada')), credits(0), 'reuse');
  expect(plan).toMatchObject({ cost: 6, payable: 0, reused: [{ racerId: 'r0' }] });
});

test('[SL7] a number that another racer of the event keeps is named; one that is given up is free', () => {
  const entry = (racerId: string, bib: string) => ({ racerId, name: racerId, bib, removed: false });
  const line = (name: string, bib: string | null, racerId: string | null) => ({
    ...listed(name)[0]!,
    bib,
    racerId,
    known: null,
  });
  const lines = [line('Ada', '2', 'ada'), line('Bo', '1', 'bo'), { ...line('Chi', '3', null), line: 9 }];
  expect(findTakenBibs(lines, [entry('ada', '1'), entry('bo', '2'), entry('dee', '3')])).toEqual([
    { line: 9, text: '3, dee', fault: 'bib-taken' },
  ]);
});
