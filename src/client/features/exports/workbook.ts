import type { Cell, CellObject, Row, Sheet } from 'write-excel-file/browser';
import { describeCourse } from '../../../domain/events/course.ts';
import { type ExportRace, groupByCategory } from '../../../domain/exports/export-race.ts';
import { describeCorrection } from '../../../domain/results/describe-correction.ts';
import { describeOfficial } from '../../../domain/results/official-since.ts';
import type { Precision } from '../../../domain/model/precision.ts';
import { formatDate, formatTimeOfDay } from '../../../domain/timing/local-time.ts';
import type { EpochMs } from '../../../domain/units.ts';
import { listColumns, type ResultCell, type ResultColumn } from './result-columns.ts';
import { listTeamRows, teamSheetColumns } from './team-columns.ts';

const DAY_MS = 86_400_000;
const LONGEST_NAME = 31;

/** The sheets of the workbook: everybody, the same by actual time where handicaps rank, each category, the teams, and the splits. */
export function listSheets(race: ExportRace): Sheet<Blob>[] {
  const names = new Set<string>();
  const sheet = <Of>(name: string, columns: readonly ResultColumn<Of>[], rows: readonly Of[]): Sheet<Blob> => ({
    sheet: uniqueName(name, names),
    stickyRowsCount: 1,
    columns: columns.map(({ width }) => ({ width })),
    data: [
      columns.map(({ title }): CellObject => ({ value: title, type: String, fontWeight: 'bold' })),
      ...rows.map((row): Row => columns.map(({ of }) => cellOf(of(row), race.precision))),
    ],
  });
  const all = [...listColumns(race, race.rows, 'all'), ...clockColumns(race)];
  const categories = groupByCategory(race).flatMap(({ category, rows }) =>
    category === null ? [] : [sheet(category, listColumns(race, rows, 'category'), rows)],
  );
  const { teamRules } = race;
  const teams = teamRules === null ? [] : [sheet('Teams', teamSheetColumns(teamRules), listTeamRows(race))];
  const splits = race.points.length === 0 ? [] : [sheet('Splits', splitColumns(race), race.rows)];
  const { actualRows } = race;
  const actual =
    actualRows === null
      ? []
      : [sheet('Actual times', [...listColumns(race, actualRows, 'actual'), ...clockColumns(race)], actualRows)];
  const about = aboutSheet(race, names);
  const results = [sheet('Results', all, race.rows), ...actual];
  const [first, second] = race.areTeamsFirst ? [teams, results] : [results, []];
  return [...first, ...second, ...categories, ...(race.areTeamsFirst ? [] : teams), ...splits, ...about];
}

/** What the results say above their rows on screen and paper. */
function aboutSheet(race: ExportRace, names: Set<string>): Sheet<Blob>[] {
  const { official, timeZone } = race;
  const lines = [
    race.name,
    formatDate(race.at, timeZone),
    ...describeCourse(race),
    ...(official === null ? [] : [describeOfficial(official, timeZone), official.note]),
    ...race.corrections.map((correction) => describeCorrection(correction, timeZone)),
  ].filter((line) => line !== '');
  const data = lines.map((line): Row => [{ value: storable(line), type: String }]);
  return [{ sheet: uniqueName('About', names), columns: [{ width: 100 }], data }];
}

function clockColumns({ timeZone }: ExportRace): ResultColumn[] {
  const clock = (at: EpochMs | null): ResultCell | null =>
    at === null ? null : { kind: 'clock', ms: sinceMidnight(at, timeZone) };
  return [
    { title: 'Start', width: 13, of: ({ startTime }) => clock(startTime) },
    { title: 'Finish', width: 13, of: ({ finishTime }) => clock(finishTime) },
  ];
}

function splitColumns({ points }: ExportRace): ResultColumn[] {
  return [
    { title: 'Rank', width: 6, of: ({ rank }) => (rank === null ? null : { kind: 'number', value: rank }) },
    { title: 'No.', width: 7, of: ({ bib }) => (bib === null ? null : { kind: 'text', text: bib }) },
    { title: 'Name', width: 28, of: ({ name }) => ({ kind: 'text', text: name }) },
    ...points.map((title, index): ResultColumn => ({
      title,
      width: 13,
      of: ({ splits }) => {
        const ms = splits[index] ?? null;
        return ms === null ? null : { kind: 'time', ms };
      },
    })),
    { title: 'Time', width: 13, of: ({ time }) => (time === null ? null : { kind: 'time', ms: time }) },
  ];
}

function sinceMidnight(at: EpochMs, timeZone: string): number {
  const [hours = 0, minutes = 0, seconds = 0] = formatTimeOfDay(at, timeZone).split(':').map(Number);
  return ((hours * 60 + minutes) * 60 + seconds) * 1000 + (((Math.round(at) % 1000) + 1000) % 1000);
}

/** A time is a part of a day, which spreadsheets can add and sort; a name is a text, whatever sign it begins with. */
function cellOf(cell: ResultCell | null, precision: Precision): Cell {
  switch (cell?.kind) {
    case undefined:
      return null;
    case 'text':
      return { value: storable(cell.text), type: String };
    case 'number':
      return { value: cell.value, type: Number };
    case 'time':
      // Spreadsheets show no time below zero: a bonus is written as a text.
      if (cell.ms < 0) return { value: `−${-cell.ms / 1000} s`, type: String };
      return { value: cell.ms / DAY_MS, type: Number, format: `[h]:mm:ss${digitsOf(precision)}` };
    case 'clock':
      return { value: cell.ms / DAY_MS, type: Number, format: `hh:mm:ss${digitsOf(precision)}` };
  }
}

/** As many digits as the results of the event have. */
function digitsOf({ unit }: Precision): string {
  if (unit % 1000 === 0) return '';
  if (unit % 100 === 0) return '.0';
  return unit % 10 === 0 ? '.00' : '.000';
}

/** Characters that XML cannot hold would make the workbook unreadable. */
const storable = (text: string): string =>
  text.replaceAll(/[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu, '');

/** Excel refuses a workbook with a sheet name that is long, doubled, has one of these signs or an apostrophe at an end. */
function uniqueName(wanted: string, taken: Set<string>): string {
  const plain =
    storable(wanted)
      .replaceAll(/[\\/?*[\]:]/g, ' ')
      .replaceAll("'", '’')
      .trim() || 'Sheet';
  for (let count = 1; ; count += 1) {
    const end = count === 1 ? '' : ` (${count})`;
    const name = `${plain.slice(0, LONGEST_NAME - end.length)}${end}`;
    if (taken.has(name.toLowerCase()) || name.toLowerCase() === 'history') continue;
    taken.add(name.toLowerCase());
    return name;
  }
}
