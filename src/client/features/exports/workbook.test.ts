import readExcelFile from 'read-excel-file/node';
import { expect, test } from 'vitest';
import writeExcelFile from 'write-excel-file/browser';
import { createRace } from '../../../../tests/support/event-history.ts';
import { createExportedCategories, createExportedRace } from '../../../../tests/support/export-race.ts';
import { readExport } from '../../../domain/exports/export-race.ts';
import { durationMs } from '../../../domain/units.ts';
import { listSheets } from './workbook.ts';

const EPOCH = Date.UTC(1899, 11, 30);

async function readBack(race = readExport(createExportedRace())) {
  const blob = await writeExcelFile(listSheets(race)).toBlob();
  return readExcelFile(Buffer.from(await blob.arrayBuffer()));
}

const column = (rows: readonly (readonly unknown[])[], title: string) => {
  const index = rows[0]!.indexOf(title);
  return rows.slice(1).map((row) => row[index]);
};

test('[EX1] another reader finds ranks as numbers, times as times, numbers with their zeros and formulas as text', async () => {
  const [results, splits] = await readBack();
  expect([results!.sheet, splits!.sheet]).toEqual(['Results', 'Splits']);
  const { data } = results!;
  expect(column(data, 'Name').slice(0, 2)).toEqual(['Mia van der Berg', '=cmd|x']);
  expect(column(data, 'Rank')).toEqual([1, 2, null, null, null, null]);
  expect(column(data, 'No.').slice(0, 2)).toEqual(['1', '007']);
  const times = column(data, 'Time').slice(0, 2) as Date[];
  expect(times.map((time) => Math.round(time.getTime() - EPOCH))).toEqual([3_700_500, 3_745_670]);
  expect(column(data, 'Status')).toEqual(['finished', 'finished', 'DSQ', 'DNS', 'on course', 'not started']);
  expect(splits!.data[0]).toEqual(['Rank', 'No.', 'Name', 'Bridge', 'Time', 'Status']);
  const bridge = column(splits!.data, 'Bridge')[1] as Date;
  expect(Math.round(bridge.getTime() - EPOCH)).toBe(300_000);
});

test('[HC14] the first sheet is in adjusted order, and another by actual time, both with both ranks', async () => {
  const event = createExportedRace();
  const [first, second] = readExport(event).rows;
  const handicaps: Readonly<Record<string, number>> = { [first!.racerId]: 0, [second!.racerId]: 60_000 };
  const entries = Object.fromEntries(
    Object.entries(event.entries).map(([racerId, entry]) => {
      const ms = handicaps[racerId];
      return [racerId, ms === undefined ? entry : { ...entry, handicap: { ms, source: 'Club 2026' } }];
    }),
  );
  const adjusted = { ...event, entries, format: { ...event.format, handicap: 'time' as const } };
  const sheets = await readBack(readExport(adjusted));
  const { sheet, data } = sheets[0]!;
  expect(sheet).toBe('Results');
  expect(column(data, 'Name').slice(0, 2)).toEqual(['=cmd|x', 'Mia van der Berg']);
  expect(column(data, 'Rank').slice(0, 3)).toEqual([1, 2, null]);
  expect(column(data, 'Actual rank').slice(0, 2)).toEqual([2, 1]);
  const actual = sheets.find((each) => each.sheet === 'Actual times')!;
  expect(column(actual.data, 'Name').slice(0, 2)).toEqual(['Mia van der Berg', '=cmd|x']);
  expect(column(actual.data, 'Rank').slice(0, 2)).toEqual([1, 2]);
  expect(column(actual.data, 'Adjusted rank').slice(0, 2)).toEqual([2, 1]);
  const times = column(data, 'Adjusted').slice(0, 2) as Date[];
  expect(times.map((time) => Math.round(time.getTime() - EPOCH))).toEqual([3_685_670, 3_700_500]);
});

test('[EX1] each run has its own splits, and who is outside of the ranking keeps the time there too', async () => {
  const race = createRace('a');
  race.run({ type: 'race.configure', settings: { points: [{ line: 'p1', name: 'Bridge' }] } });
  for (const attempt of [1, 2]) {
    race.run({ type: 'format.set', format: { attempts: { count: 2, counts: 'sum', current: attempt } } });
    const from = 1000 * attempt;
    for (const [line, after] of Object.entries({ start: 0, p1: 20 + attempt, finish: 60 + attempt }))
      race.run({ type: 'tap.record', line, run: attempt, racerId: 'a' }, { second: from + after });
  }
  race.run({ type: 'status.set', racerId: 'a', attempt: 2, status: 'OTL', reason: '' });
  const sheets = await readBack(readExport(race.event));
  const { data } = sheets.find(({ sheet }) => sheet === 'Splits')!;
  const seconds = (title: string) =>
    (column(data, title) as Date[]).map((at) => Math.round((at.getTime() - EPOCH) / 1000));
  expect(column(data, 'Run')).toEqual([1, 2]);
  expect(seconds('Bridge')).toEqual([21, 22]);
  expect(seconds('Time')).toEqual([61, 62]);
  expect(column(data, 'Status')).toEqual([null, 'OTL']);
});

test('[EX1] times have as many digits as the results of the event', () => {
  const event = createExportedRace();
  for (const [unit, format] of [
    [1000, '[h]:mm:ss'],
    [100, '[h]:mm:ss.0'],
    [10, '[h]:mm:ss.00'],
    [1, '[h]:mm:ss.000'],
  ] as const) {
    const [sheet] = listSheets(readExport({ ...event, precision: { unit: durationMs(unit), direction: 'down' } }));
    const formats = sheet!.data.flat().map((cell) => (cell as { format?: string } | null)?.format);
    expect(formats).toContain(format);
  }
});

test('[EX1] names that no sheet may have are made into names that it may', async () => {
  const race = readExport(createExportedRace());
  const names = ['A/B:C*[x]?', 'a/b:c*[x]?', 'x'.repeat(40), 'x'.repeat(41), "'quoted'", 'History', 'Results'];
  const rows = race.rows.map((row, index) => ({ ...row, category: names[index] ?? null }));
  const sheets = await readBack({ ...race, rows, categories: names });
  const written = sheets.map(({ sheet }) => sheet);
  expect(new Set(written.map((name) => name.toLowerCase())).size).toBe(written.length);
  for (const name of written) expect(name).toMatch(/^[^\\/?*[\]:']{1,31}$/);
});

test('[EX1] a control character in a name leaves the workbook readable', async () => {
  const race = readExport(createExportedRace());
  const [results] = await readBack({ ...race, rows: [{ ...race.rows[0]!, name: 'A\u{1}b' }] });
  expect(column(results!.data, 'Name')).toEqual(['Ab']);
});

test('[EX1] each category has a sheet with ranks of its own', async () => {
  const sheets = await readBack(readExport(createExportedCategories()));
  expect(sheets.map(({ sheet }) => sheet)).toEqual(['Results', 'Women', 'Open', 'Splits', 'About']);
  expect(sheets.at(-1)!.data, 'the course').toEqual([['Tuesday 10'], ['14 Nov 2023'], ['River road'], ['16.093 km']]);
  const [all, women, open] = sheets.map(({ data }) => data);
  expect(column(all!, 'Category').slice(0, 3)).toEqual(['Open', 'Women', 'Women']);
  expect(column(all!, 'Place in category').slice(0, 2)).toEqual([1, 1]);
  expect([column(women!, 'Rank')[0], column(women!, 'Name')[0]]).toEqual([1, '=cmd|x']);
  expect(column(open!, 'Name')).toEqual(['Mia van der Berg', 'Dee', 'Fay']);
});

test('[TE9] teams have a sheet of their own, a row for each of their racers', async () => {
  const event = createExportedRace();
  const [first, second] = readExport(event).rows;
  const entries = { ...event.entries };
  for (const { racerId } of [first!, second!])
    entries[racerId] = { ...entries[racerId]!, details: { team: '=Wheelers' } };
  const teams = { of: 'team', score: 'nth', n: 1, displaces: true, quota: null, startsTogether: false } as const;
  const sheets = await readBack(
    readExport({ ...event, entries, seq: event.seq + 1, format: { ...event.format, teams } }),
  );
  const { data } = sheets.find(({ sheet }) => sheet === 'Teams')!;
  expect(data[0]).toEqual(['Rank', 'Team', 'Team time', 'No.', 'Name', 'Time', 'Counts']);
  expect(column(data, 'Team')).toEqual(['=Wheelers', '=Wheelers']);
  expect(column(data, 'Counts')).toEqual(['yes', 'no']);
  expect(Math.round((column(data, 'Team time')[1] as Date).getTime() - EPOCH)).toBe(3_700_500);
});
