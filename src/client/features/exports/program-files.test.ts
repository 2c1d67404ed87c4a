import { XMLParser, XMLValidator } from 'fast-xml-parser';
import Papa from 'papaparse';
import { describe, expect, test } from 'vitest';
import { createExportedCategories, createExportedRace } from '../../../../tests/support/export-race.ts';
import {
  encodeUtf16,
  writeCrossResults,
  writeUsaCycling,
  writeWebscorer,
} from '../../../domain/exports/cycling-files.ts';
import { readExport } from '../../../domain/exports/export-race.ts';
import { writeIof } from '../../../domain/exports/iof.ts';
import { epochMs } from '../../../domain/units.ts';

const race = readExport(createExportedRace());
const parse = (text: string, delimiter = ',') =>
  Papa.parse<string[]>(text.replace(/^\u{FEFF}/u, ''), { delimiter, skipEmptyLines: false }).data;

test('[EX5] USA Cycling: its columns, its codes, and no column that is blank', () => {
  const [titles, ...rows] = parse(writeUsaCycling(race)).filter((row) => row.length > 1);
  expect(titles).toEqual([
    'Race Date',
    'Race Gender',
    'Race Discipline',
    'Race Category',
    'Rider Bib #',
    'Rider Last Name',
    'Rider First Name',
    'Rider Place',
    'Rider Time',
  ]);
  expect(rows).toEqual([
    ['11/14/2023', 'Open', 'Time Trial', 'Open', '1', 'van der Berg', 'Mia', '1', '1:01:40'],
    ['11/14/2023', 'Open', 'Time Trial', 'Open', '007', "'=cmd|x", '', '2', '1:02:25'],
    ['11/14/2023', 'Open', 'Time Trial', 'Open', '2', '<b>', 'Łukasz & Co', 'DQ', ''],
    ['11/14/2023', 'Open', 'Time Trial', 'Open', '4', 'Long', 'Eve', 'DNS', ''],
  ]);
});

test('[EX6] CrossResults: the category alone on its line, and an empty line after it', () => {
  const rows = parse(writeCrossResults(race));
  expect(rows.slice(0, 3)).toEqual([
    ['Place', 'Time', 'Last Name', 'First Name', 'lap', 'lap'],
    [race.name],
    ['1', '1:01:40.50', 'van der Berg', 'Mia', '', ''],
  ]);
  expect(rows[3]).toEqual(['2', '1:02:25.67', "'=cmd|x", '', '0:05:00.00', '0:57:25.67']);
  expect(rows.slice(-2)).toEqual([[''], ['']]);
});

test('[EX7] Webscorer: tabs between columns, in UTF-16 with its mark', () => {
  const bytes = encodeUtf16(writeWebscorer(race));
  expect([...bytes.subarray(0, 2)]).toEqual([0xff, 0xfe]);
  const [titles, first, second, third] = parse(new TextDecoder('utf-16le').decode(bytes), '\t');
  expect(titles).toEqual([
    'Place',
    'Bib',
    'Last name',
    'First name',
    'Team name',
    'Age',
    'Time',
    'Category',
    'Distance',
    'Gender',
    'Lap 1',
    'Lap 2',
  ]);
  expect(first).toEqual(['1', '1', 'van der Berg', 'Mia', '', '', '1:01:40.50', '', '', '', '', '']);
  expect(second![2]).toBe("'=cmd|x");
  expect(third!.slice(0, 4)).toEqual(['DQ', '2', '<b>', 'Łukasz & Co']);
});

test('[EX7] Webscorer: a quote at the start of a name takes no other cell with it', () => {
  const row = { ...race.rows[0]!, name: '"Ada Swift', team: '"B" team', category: 'The "open" one' };
  const [, cells, end] = parse(writeWebscorer({ ...race, rows: [row] }), '\t');
  expect(cells!.slice(2, 5)).toEqual(['Swift', '"Ada', '"B" team']);
  expect([cells![7], cells!.length, end]).toEqual(['The "open" one', 12, ['']]);
});

/** The order of the schema of the IOF's data standard 3.0, as far as the file uses it. */
const ORDER: Readonly<Record<string, readonly string[]>> = {
  ResultList: ['Event', 'ClassResult'],
  Event: ['Id', 'Name', 'StartTime', 'EndTime'],
  ClassResult: ['Class', 'Course', 'PersonResult', 'TeamResult'],
  Class: ['Id', 'Name', 'ShortName'],
  Course: ['Id', 'Name', 'Length', 'Climb'],
  PersonResult: ['EntryId', 'Person', 'Organisation', 'Result'],
  Person: ['Id', 'Name', 'BirthDate', 'Nationality'],
  Organisation: ['Id', 'Name', 'ShortName'],
  Result: [
    'BibNumber',
    'StartTime',
    'FinishTime',
    'Time',
    'TimeBehind',
    'Position',
    'Status',
    'Score',
    'OverallResult',
    'Course',
    'SplitTime',
    'ControlAnswer',
    'Route',
    'ControlCard',
  ],
  SplitTime: ['ControlCode', 'Time'],
};

type Node = Readonly<Record<string, unknown>>;

function checkOrder(nodes: readonly Node[], inside: string | null): void {
  const names = nodes.flatMap((node) => Object.keys(node)).filter((name) => name !== ':@' && name !== '#text');
  const order = inside === null ? undefined : ORDER[inside];
  if (order !== undefined) {
    const places = names.map((name) => order.indexOf(name));
    expect(places, `${inside}: ${names.join(', ')}`).not.toContain(-1);
    expect(places, inside ?? '').toEqual(places.toSorted((one, other) => one - other));
  }
  for (const node of nodes) {
    for (const [name, content] of Object.entries(node)) {
      if (Array.isArray(content)) checkOrder(content as Node[], name);
    }
  }
}

describe('[EX8] IOF XML 3', () => {
  const xml = writeIof({ ...race, course: { name: 'Hill & dale', meters: 16_093 } }, epochMs(1_700_010_000_000));

  test('is read by another parser, with its elements in the order of the schema', () => {
    expect(XMLValidator.validate(xml)).toBe(true);
    checkOrder(new XMLParser({ preserveOrder: true, ignoreAttributes: false }).parse(xml) as Node[], null);
  });

  test('says of each racer the status, and of the placed ones the place and the times', () => {
    const parser = new XMLParser({
      ignoreAttributes: false,
      parseTagValue: false,
      isArray: (name) => name === 'SplitTime',
    });
    const { ResultList: list } = parser.parse(xml) as { ResultList: Record<string, unknown> };
    expect(list).toMatchObject({
      '@_iofVersion': '3.0',
      '@_status': 'Snapshot',
      Event: { Name: race.name, StartTime: { Date: '2023-11-14' } },
    });
    const { PersonResult: people } = list['ClassResult'] as { PersonResult: Record<string, Record<string, unknown>>[] };
    expect(people.map(({ Result: result }) => [result!['Position'], result!['Status']])).toEqual([
      ['1', 'OK'],
      ['2', 'OK'],
      [undefined, 'Disqualified'],
      [undefined, 'DidNotStart'],
      [undefined, 'Active'],
      [undefined, 'Inactive'],
    ]);
    expect(people[1]).toMatchObject({
      Person: { Name: { Family: '=cmd|x', Given: '' } },
      Result: {
        BibNumber: '007',
        Time: '3745.67',
        TimeBehind: '45.17',
        SplitTime: [{ ControlCode: 'Bridge', Time: '300' }],
      },
    });
    expect(people[2]!['Person']).toMatchObject({ Name: { Family: '<b>', Given: 'Łukasz & Co' } });
  });

  test('a control character in a name leaves the file readable', () => {
    const odd = writeIof({ ...race, name: 'A\u{0}\u{B}b' }, epochMs(0));
    expect(XMLValidator.validate(odd)).toBe(true);
    expect(odd).toContain('<Name>Ab</Name>');
  });
});

test('[EX5] [EX6] [EX8] places are those of the category, where the race has any', () => {
  const inCategories = readExport(createExportedCategories());
  const [titles, first, second] = parse(writeUsaCycling(inCategories));
  const placeOf = (row: readonly string[]) => [
    row[titles!.indexOf('Race Category')],
    row[titles!.indexOf('Rider Place')],
  ];
  expect([placeOf(first!), placeOf(second!)]).toEqual([
    ['Open', '1'],
    ['Women', '1'],
  ]);
  const blocks = parse(writeCrossResults(inCategories)).map(([cell]) => cell);
  expect(blocks).toEqual(['Place', 'Women', '1', 'DQ', 'DNS', '', 'Open', '1', '', '']);
  const [, classes] = [...writeIof(inCategories, epochMs(0)).matchAll(/<Class>\n<Name>(\w+)/g)].map(([, name]) => name);
  expect(classes).toBe('Open');
  expect(writeIof(inCategories, epochMs(0))).toContain('<Length>16093</Length>');
});
