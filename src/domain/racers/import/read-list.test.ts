import { expect, test } from 'vitest';
import { type ColumnKind, columnKinds } from './column-words.ts';
import { guessColumns, readTable } from './columns.ts';
import { type ImportRules, readRacerList } from './read-list.ts';

const rules: ImportRules = {
  maxNameLength: 200,
  maxGroupLength: 60,
  maxGroups: 30,
  maxBibLength: 16,
  isStorable: (text) => !text.includes('\0'),
  thisYear: 2026,
};
function read(lines: readonly string[], columns?: readonly ColumnKind[]) {
  const table = readTable(lines.map((line, index) => ({ line: index + 1, cells: line.split('\t') })));
  return readRacerList(table, columns ?? guessColumns(table, new Set(columnKinds)), 'clock', rules);
}

test("[SL1] a paste of 'No. First Last Club Category' makes racers of its names", () => {
  const { racers, faults } = read(['No.\tFirst\tLast\tClub\tCategory', '1\tAda\tSwift\tMill Lane\tU18', '2\tBo\t\t\t']);
  expect(faults).toEqual([]);
  expect(racers).toEqual([
    {
      line: 2,
      name: 'Ada Swift',
      groups: ['U18', 'Mill Lane'],
      bib: '1',
      start: null,
      details: { club: 'Mill Lane', category: 'U18' },
    },
    { line: 3, name: 'Bo', groups: [], bib: '2', start: null },
  ]);
});

test('[SL1] a number in the column of the names is no racer, whatever the columns are said to be', () => {
  expect(read(['1\tAda', '2\tBo'], ['name', 'category']).faults.map(({ fault }) => fault)).toEqual([
    'name-is-number',
    'name-is-number',
  ]);
  expect(read(['101', '102'], ['name']).racers.map(({ name }) => name)).toEqual(['101', '102']);
});

test('[SL1] a number before the name is the racer’s number where a line is a name alone', () => {
  const named = (lines: readonly string[]) => read(lines, ['name']).racers.map(({ bib, name }) => [bib, name]);
  expect(named(['12 Ada Swift', '3. Bo', '#7 Cy', '04) Di', 'Ed Long', '9 7', 'Racer 7'])).toEqual([
    ['12', 'Ada Swift'],
    ['3', 'Bo'],
    ['7', 'Cy'],
    ['04', 'Di'],
    [null, 'Ed Long'],
    [null, '9 7'],
    [null, 'Racer 7'],
  ]);
  expect(read(['1 Ada\tHill CC'], ['name', 'club']).racers[0]).toMatchObject({ name: '1 Ada', bib: null });
});

test('[SL7] of a thousand lines ten are wrong: all ten are named, and the others kept', () => {
  const wrong = new Map([
    [3, '\tNo\tName\t10:00'.replace('No\tName', '\t')],
    [50, '49\tSame\tNumber\t10:00'],
    [120, '12345678901234567\tLong\tNumber\t10:00'],
    [200, '200\tBad\tTime\tabout ten'],
    [333, `333\t${'x'.repeat(201)}\tLong\t10:00`],
    [400, '400\t400\t\t10:00'],
    [512, '512\tNul\0\tByte\t10:00'],
    [700, '699\tSame\tAgain\t10:00'],
    [999, '999\tBad\tHour\t26:00'],
    [1000, '1000\t\t\t10:00'],
  ]);
  const lines = Array.from({ length: 1000 }, (_, at) => wrong.get(at + 1) ?? `${at + 1}\tRacer\tN${at + 1}\t10:00:00`);
  const { racers, faults } = read(lines, ['number', 'first', 'last', 'start']);
  expect(racers).toHaveLength(990);
  expect(faults.map(({ line, fault }) => [line, fault])).toEqual([
    [3, 'no-name'],
    [50, 'bib-twice'],
    [120, 'bib-too-long'],
    [200, 'start-unreadable'],
    [333, 'name-too-long'],
    [400, 'name-is-number'],
    [512, 'not-storable'],
    [700, 'bib-twice'],
    [999, 'start-unreadable'],
    [1000, 'no-name'],
  ]);
  expect(faults[1]).toEqual({ line: 50, text: '49', fault: 'bib-twice', other: 49 });
});

test('[SL7] a title above the table is named, and is no racer', () => {
  const { racers, faults } = read(['Club night', 'Bib\tName', '7\tAda']);
  expect(racers.map(({ name }) => name)).toEqual(['Ada']);
  expect(faults).toEqual([{ line: 1, text: 'Club night', fault: 'above-header' }]);
});

test('[EX17] year of birth, gender, class, club, team and category are read into the details of a racer', () => {
  const { racers, faults } = read([
    'Name\tJahrgang\tGeschlecht\tKlasse\tVerein\tTeam\tKategorie',
    'Ada Swift\t24.12.1990\tweiblich\tElite\tMill Lane\tBlue\tU40; U50',
    'Bo Quick\t\t?\t\t\t\t',
  ]);
  expect(faults).toEqual([]);
  expect(racers).toMatchObject([
    {
      details: { born: 1990, gender: 'F', class: 'Elite', club: 'Mill Lane', team: 'Blue', category: 'U40' },
      groups: ['U40', 'U50', 'Elite', 'Mill Lane', 'Blue'],
    },
    { groups: [] },
  ]);
  expect(racers[1]).not.toHaveProperty('details');
});

test.each(['2090', '1066', '90', '12/12', '1990-1991', 'last year'])(
  '[EX17] %s is no year of birth: the line is named and the others are kept',
  (born) => {
    const { racers, faults } = read(['Name\tBorn', `Ada\t${born}`, 'Bo\t1990']);
    expect(faults).toEqual([{ line: 2, text: born, fault: 'born-unreadable' }]);
    expect(racers.map(({ name, details }) => [name, details])).toEqual([['Bo', { born: 1990 }]]);
  },
);
