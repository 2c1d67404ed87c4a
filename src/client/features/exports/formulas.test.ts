import { strFromU8, unzipSync } from 'fflate';
import Papa from 'papaparse';
import { expect, test } from 'vitest';
import writeExcelFile from 'write-excel-file/browser';
import { createRace, tap } from '../../../../tests/support/event-history.ts';
import type { EventCommandBody } from '../../../domain/events/commands.ts';
import { writeBoardCsv } from '../../../domain/exports/board-csv.ts';
import { boardLines } from '../../../domain/exports/board-lines.ts';
import { writeCrossResults, writeUsaCycling, writeWebscorer } from '../../../domain/exports/cycling-files.ts';
import { readExport } from '../../../domain/exports/export-race.ts';
import { howRanked } from '../../../domain/results/rank-rows.ts';
import { rowsOf } from '../../../domain/results/rows.ts';
import { writeDetailedCsv, writeResultsCsv } from '../../../domain/exports/csv.ts';
import { localNumbers } from '../../../domain/timing/local-numbers.ts';
import { toPublicResults } from '../../../protocol/results.ts';
import { listSheets } from './workbook.ts';

const BEGINNINGS = ['=', '+', '-', '@', '\t=', '\r=', ' =', ';=', '＝', '"=', ',=', '\n@'];

/** Racers whose every text would be a formula, in an event of such a name. */
function createNastyRace() {
  const race = createRace();
  const run = (body: EventCommandBody, second: number) => {
    const { refused } = race.run(body, { second });
    if (refused !== null) throw new Error(JSON.stringify(refused));
  };
  const nasty = BEGINNINGS.map((beginning, index) => ({ racerId: `r${index}`, text: `${beginning}1+${index}` }));
  const racers = nasty.map(({ racerId, text }) => ({ racerId, name: text, groups: [text], bib: text.trim() }));
  const given = nasty.map(({ racerId, text }) => ({
    racerId,
    details: { class: text, club: text, team: text, category: text },
  }));
  run({ type: 'event.rename', name: '=1+1' }, 0);
  run({ type: 'entries.add', racers }, 1);
  run({ type: 'details.set', given }, 2);
  run({ type: 'race.configure', settings: { points: [{ line: 'p1', name: '=1+1' }] } }, 3);
  run({ type: 'format.set', format: { shows: ['class', 'club', 'team', 'category'] } }, 3);
  for (const [index, { racerId }] of nasty.entries()) {
    run(tap('start', racerId), 100 + index);
    run({ ...tap('start', racerId), line: 'p1' }, 200 + index);
    run(tap('finish', racerId), 300 + 2 * index);
  }
  return race.event;
}

const event = createNastyRace();
const answer = toPublicResults({ ...event, ranking: howRanked(event) }, rowsOf(event, 'all').rows, 'viewer');
const files: Readonly<Record<string, readonly [text: string, delimiter: string]>> = {
  'the results': [writeResultsCsv(event), ','],
  'the detailed results': [writeDetailedCsv(event), ','],
  'the detailed results in German': [writeDetailedCsv(event, true, localNumbers([], 'de')), ';'],
  'board.csv': [writeBoardCsv({ ...answer, lines: boardLines(answer) }), ','],
  'USA Cycling': [writeUsaCycling(readExport(event)), ','],
  CrossResults: [writeCrossResults(readExport(event)), ','],
  Webscorer: [writeWebscorer(readExport(event)), '\t'],
};

test.each(Object.entries(files))('[EX9] no cell of %s begins a formula, whatever was typed', (_, [text, delimiter]) => {
  const { data } = Papa.parse<string[]>(text.replace(/^\u{FEFF}/u, ''), { delimiter });
  const cells = data.flat();
  expect(cells.filter((cell) => cell.includes('1+')).length).toBeGreaterThanOrEqual(BEGINNINGS.length);
  expect(cells.filter((cell) => /^[\s;]*[=+\-@＝]/.test(cell) || /^[\t\r\n](?!')/.test(cell))).toEqual([]);
});

test('[EX1] no cell of the workbook is a formula: all texts are texts', async () => {
  const blob = await writeExcelFile(listSheets(readExport(event))).toBlob();
  const parts = Object.entries(unzipSync(new Uint8Array(await blob.arrayBuffer())));
  const sheets = parts.flatMap(([path, bytes]) => (path.startsWith('xl/worksheets/sheet') ? [strFromU8(bytes)] : []));
  expect(sheets.length).toBeGreaterThan(0);
  for (const sheet of sheets) expect(sheet).not.toMatch(/<f[ >/]|<hyperlink/);
  expect(parts.map(([, bytes]) => strFromU8(bytes)).join('')).toContain('=1+0');
});
