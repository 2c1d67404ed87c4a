import readExcelFile from 'read-excel-file/node';
import { expect, test } from 'vitest';
import writeExcelFile from 'write-excel-file/browser';
import { createSeason } from '../../../../tests/support/season.ts';
import { plainSeries, type SeriesRules } from '../../../domain/series/rules.ts';
import { readStandings } from '../../../domain/series/standings.ts';
import { writeValue } from '../../../domain/series/write-value.ts';
import { SERIES_VERSION, type SeriesAnswer } from '../../../protocol/series.ts';
import { listSeriesSheets } from './standings-files.ts';

const EPOCH = Date.UTC(1899, 11, 30);

function seriesBy(rules: SeriesRules): SeriesAnswer {
  const season = createSeason(3, 8);
  const events = season.map(({ eventId }, index) => ({
    id: eventId,
    name: `=Week ${index + 1}`,
    at: Date.UTC(2026, 10, 16 + index, 18),
    timeZone: 'UTC',
    state: 'scored' as const,
    viewerKey: null,
  }));
  const gone = { ...events[0]!, id: 'gone', name: '', state: 'gone' as const };
  const standings = readStandings(season, [], rules);
  return { version: SERIES_VERSION, id: 's', name: 'Winter league', rules, events: [...events, gone], standings };
}

async function readBack(series: SeriesAnswer) {
  const blob = await writeExcelFile(listSeriesSheets(series)).toBlob();
  return readExcelFile(Buffer.from(await blob.arrayBuffer()));
}

test('[SE10] the workbook has a sheet for everybody and for each category, whose numbers add up to the totals', async () => {
  const series = seriesBy({ ...plainSeries, best: 2, byCategory: true, overall: true });
  const sheets = await readBack(series);
  expect(sheets.map(({ sheet }) => sheet)).toEqual([
    'Overall',
    ...series.standings.flatMap(({ category }) => category ?? []),
    'About',
  ]);
  expect(sheets[0]!.data[0]).toEqual(['Rank', 'Racer', '=Week 1', '=Week 2', '=Week 3', 'Points']);
  for (const [index, { rows }] of series.standings.entries()) {
    const [, ...lines] = sheets[index]!.data;
    expect(lines.map((line) => [line[0], line[1], line.at(-1)])).toEqual(
      rows.map(({ rank, name, total }) => [rank, name, total]),
    );
    for (const line of lines) {
      const counting = line.slice(2, -1).filter((cell) => typeof cell === 'number');
      expect(counting.reduce((sum, value) => sum + value, 0)).toBe(line.at(-1));
    }
  }
  const about = sheets.at(-1)!.data.flat();
  expect(about).toEqual([
    'Winter league',
    'Best 2 of 3 events',
    '=Week 1, 16 Nov 2026',
    '=Week 2, 17 Nov 2026',
    '=Week 3, 18 Nov 2026',
  ]);
});

test('[SE10] times that are added up are times in the workbook', async () => {
  const series = seriesBy({ ...plainSeries, scoring: { kind: 'time' } });
  const [sheet] = await readBack(series);
  const lines: readonly (readonly unknown[])[] = sheet!.data.slice(1);
  const totals = lines.map((line) => Math.round((line.at(-1) as Date).getTime() - EPOCH));
  expect(totals).toEqual(series.standings[0]!.rows.map(({ total }) => total));
  expect(writeValue(totals[0]!, series.rules)).toMatch(/^(?:\d:)?\d\d:\d\d\.\d\d$/);
});
