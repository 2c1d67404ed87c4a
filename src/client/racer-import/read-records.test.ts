import fc from 'fast-check';
import Papa from 'papaparse';
import { expect, test, vi } from 'vitest';
import { type ColumnKind, columnKinds } from '../../domain/racers/import/column-words.ts';
import { guessColumns, readTable } from '../../domain/racers/import/columns.ts';
import { type ImportRules, readRacerList } from '../../domain/racers/import/read-list.ts';
import { findSeparator } from '../../domain/racers/import/separator.ts';
import { readRecords } from './read-records.ts';

const rules: ImportRules = {
  maxNameLength: 200,
  maxGroupLength: 60,
  maxGroups: 30,
  maxBibLength: 16,
  isStorable: (text) => !text.includes('\0'),
  thisYear: 2026,
};
const kinds = new Set<ColumnKind>(columnKinds);
function read(text: string, wholeLines = false) {
  const table = readTable(readRecords(text, wholeLines ? null : findSeparator(text)));
  return readRacerList(table, guessColumns(table, kinds), 'clock', rules);
}
const shortly = (text: string, wholeLines = false) =>
  read(text, wholeLines).racers.map(({ name, groups }) => [name, ...groups]);

test('one name in each line, blank lines and spaces around them left out', () => {
  expect(shortly('Ada Swift\n\n  Bo  Quick \r\nعلي\r🚴')).toEqual([['Ada Swift'], ['Bo Quick'], ['علي'], ['🚴']]);
});

test('columns of names and groups, separated by commas, semicolons or tabs', () => {
  expect(shortly('Ada,U18;Mill\nBo,U16 | Mill\nChi')).toEqual([['Ada', 'U18', 'Mill'], ['Bo', 'U16', 'Mill'], ['Chi']]);
  expect(shortly('Ada;U18|Mill\nBo;U16')).toEqual([
    ['Ada', 'U18', 'Mill'],
    ['Bo', 'U16'],
  ]);
  expect(shortly('Swift, Ada\tU18\nBo\tU16\tMill')).toEqual([
    ['Swift, Ada', 'U18'],
    ['Bo', 'U16', 'Mill'],
  ]);
});

test('the line that names the columns is no racer, whatever their order, and other columns are left out', () => {
  expect(shortly('\u{FEFF}Name,Groups\nAda,U18')).toEqual([['Ada', 'U18']]);
  expect(shortly('bib;Group;NAME;City\n7;U18;Ada;Mill')).toEqual([['Ada', 'U18']]);
  expect(shortly('Racer,Start Time,Finish Time,Duration\r\nAda,18:31:00,18:43:31,12:31.48\r\n')).toEqual([['Ada']]);
  expect(shortly('Name\nAda')).toEqual([['Ada']]);
});

test('quotes enclose separators, quotes and line breaks; quotes in the middle of a name are part of it', () => {
  expect(shortly('"Swift, Ada",U18\n"Bo ""B"" Quick","U16;Mill"\n"Chi\nOko",U18')).toEqual([
    ['Swift, Ada', 'U18'],
    ['Bo "B" Quick', 'U16', 'Mill'],
    ['Chi Oko', 'U18'],
  ]);
  expect(shortly('"Rocket" Ray\nJo "Jet" Li')).toEqual([['"Rocket" Ray'], ['Jo "Jet" Li']]);
});

test('a quote that is never closed takes no other line with it', () => {
  expect(shortly('"Ada\nBo\nChi')).toEqual([['"Ada'], ['Bo'], ['Chi']]);
});

test('a comma can be part of the names', () => {
  expect(shortly('Swift, Ada\nQuick, Bo', true)).toEqual([['Swift, Ada'], ['Quick, Bo']]);
  expect(findSeparator('Swift, Ada')).toBe(',');
});

test('what our own CSV guards against spreadsheets comes back as it was', () => {
  expect(shortly("'=HYPERLINK(1)\n'-1\n'Alo Smith")).toEqual([['=HYPERLINK(1)'], ['-1'], ["'Alo Smith"]]);
});

test('a line that cannot be stored is named, and the others are kept', () => {
  const long = 'x'.repeat(201);
  const many = Array.from({ length: 31 }, (_, n) => `g${n}`).join('|');
  const { racers, faults } = read(`Ada,U18\n${long},U18\nBo,${'g'.repeat(61)}\n,U18\nChi,${many}\nD\0,U18\nEli,U16`);
  expect(racers.map(({ name, line }) => [name, line])).toEqual([
    ['Ada', 1],
    ['Eli', 7],
  ]);
  expect(faults.map(({ line, fault }) => [line, fault])).toEqual([
    [2, 'name-too-long'],
    [3, 'group-too-long'],
    [4, 'no-name'],
    [5, 'too-many-groups'],
    [6, 'not-storable'],
  ]);
});

test('lines are counted as an editor counts them', () => {
  expect(read('Name,Groups\r\n\r\n"Ada\r\nSwift",U18\r\nBo,').racers.map(({ line }) => line)).toEqual([3, 5]);
});

test('whatever is pasted gives an answer, and every racer in it can be stored', () => {
  const pieces = fc.constantFrom(
    '"',
    ',',
    ';',
    '\t',
    '\n',
    '\r',
    '|',
    ' ',
    'name',
    'groups',
    'Ada',
    '\0',
    '\u{FEFF}',
    'é',
  );
  fc.assert(
    fc.property(fc.array(pieces, { maxLength: 60 }), fc.boolean(), (parts, wholeLines) => {
      const text = parts.join('');
      for (const { name, groups, line } of read(text, wholeLines).racers) {
        expect(name.trim()).toBe(name);
        expect(name).not.toBe('');
        expect(name).not.toMatch(/[\0\n\r]/);
        expect(groups.every((group) => group.trim() !== '')).toBe(true);
        expect(line).toBeLessThanOrEqual(text.split(/\r\n?|\n/).length);
      }
    }),
  );
});

test('cells that a spreadsheet has written come back as they were', () => {
  const cell = fc.string({ unit: fc.constantFrom('a', 'é', '"', ',', ';', '\n', ' ', '\t') });
  const quote = (text: string) => `"${text.replaceAll('"', '""')}"`;
  fc.assert(
    fc.property(fc.array(fc.array(cell, { minLength: 1, maxLength: 4 }), { maxLength: 5 }), (rows) => {
      const text = rows.map((row) => row.map(quote).join(',')).join('\r\n');
      expect(readRecords(text, ',').map(({ cells }) => cells)).toEqual(rows);
    }),
  );
});

test('line ends of several programs in one text, with a byte order mark, are all line ends', () => {
  expect(shortly('\u{FEFF}Name;Groups\r\nAda;"U18;Mill"\nBo;U16\r"Chi\r\nOko";\r\n')).toEqual([
    ['Ada', 'U18', 'Mill'],
    ['Bo', 'U16'],
    ['Chi Oko'],
  ]);
});

test('quotes are read where people put spaces around them', () => {
  expect(shortly('"Swift, Ada", "U18, Mill"\nBo, "U16" , Mill\n "Chi",U18')).toEqual([
    ['Swift, Ada', 'U18, Mill'],
    ['Bo', 'U16', 'Mill'],
    ['Chi', 'U18'],
  ]);
});

test('a line whose quotes are odd keeps its other cells, and every line after it', () => {
  expect(shortly('"Rocket" Ray,"U16;Mill"\nBo "B,U18\n"Chi,U18\n"Dee",U16')).toEqual([
    ['"Rocket" Ray', 'U16', 'Mill'],
    ['Bo "B', 'U18'],
    ['"Chi', 'U18'],
    ['Dee', 'U16'],
  ]);
});

test('a long list of lines with stray quotes is read in time that grows with the list', () => {
  const cost = (lines: number) => {
    let looked = 0;
    const text = Array.from({ length: lines }, (_, n) => `"R${n}" Ray,U18`).join('\n');
    const spy = vi.spyOn(Papa, 'parse').mockImplementation(((input: string) => {
      looked += input.length;
      return { data: [], errors: [{}], meta: {} };
    }) as never);
    expect(readRecords(text, ',')).toHaveLength(lines);
    spy.mockRestore();
    return looked / text.length;
  };
  expect(cost(4_000)).toBeLessThan(cost(100) * 2);
});
