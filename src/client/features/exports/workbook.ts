import type { Sheet } from 'write-excel-file/browser';
import { describeCourse } from '../../../domain/events/course.ts';
import {
  type ExportRace,
  type ExportRow,
  type ExportRun,
  groupByCategory,
} from '../../../domain/exports/export-race.ts';
import { describeCorrection } from '../../../domain/results/describe-correction.ts';
import { describeOfficial } from '../../../domain/results/official-since.ts';
import { formatDate, formatTimeOfDay } from '../../../domain/timing/local-time.ts';
import type { DurationMs, EpochMs } from '../../../domain/units.ts';
import { createSheets, type SheetCell } from '../../ui/sheets.ts';
import { listColumns, type ResultColumn } from './result-columns.ts';
import { listTeamRows, teamSheetColumns } from './team-columns.ts';

/** The sheets of the workbook: everybody, the same by actual time where handicaps rank, each category, the teams, and the splits. */
export function listSheets(race: ExportRace): Sheet<Blob>[] {
  const { table: sheet, lines } = createSheets(race.precision.unit);
  const all = [...listColumns(race, race.rows, 'all'), ...clockColumns(race)];
  const categories = groupByCategory(race).flatMap(({ category, rows }) =>
    category === null ? [] : [sheet(category, listColumns(race, rows, 'category'), rows)],
  );
  const { teamRules } = race;
  const teams = teamRules === null ? [] : [sheet('Teams', teamSheetColumns(teamRules), listTeamRows(race))];
  const splits = race.points.length === 0 ? [] : [sheet('Splits', splitColumns(race), listRuns(race))];
  const { actualRows } = race;
  const actual =
    actualRows === null
      ? []
      : [sheet('Actual times', [...listColumns(race, actualRows, 'actual'), ...clockColumns(race)], actualRows)];
  const about = lines('About', describeRace(race));
  const results = [sheet('Results', all, race.rows), ...actual];
  const [first, second] = race.areTeamsFirst ? [teams, results] : [results, []];
  return [...first, ...second, ...categories, ...(race.areTeamsFirst ? [] : teams), ...splits, about];
}

/** What the results say above their rows on screen and paper. */
function describeRace(race: ExportRace): string[] {
  const { official, timeZone } = race;
  return [
    race.name,
    formatDate(race.at, timeZone),
    ...describeCourse(race),
    ...(official === null ? [] : [describeOfficial(official, timeZone), official.note]),
    ...race.corrections.map((correction) => describeCorrection(correction, timeZone)),
  ];
}

function clockColumns({ timeZone }: ExportRace): ResultColumn[] {
  const clock = (at: EpochMs | null): SheetCell | null =>
    at === null ? null : { kind: 'clock', ms: sinceMidnight(at, timeZone) };
  return [
    { title: 'Start', width: 13, of: ({ startTime }) => clock(startTime) },
    { title: 'Finish', width: 13, of: ({ finishTime }) => clock(finishTime) },
  ];
}

/** Each run has splits of its own. */
interface RunRow {
  readonly row: ExportRow;
  readonly run: ExportRun;
  readonly attempt: number;
}

const listRuns = ({ rows }: ExportRace): RunRow[] =>
  rows.flatMap((row) => row.runs.map((run, index) => ({ row, run, attempt: index + 1 })));

function splitColumns({ points, runs }: ExportRace): ResultColumn<RunRow>[] {
  const number = (value: number | null): SheetCell | null => (value === null ? null : { kind: 'number', value });
  const time = (ms: DurationMs | null): SheetCell | null => (ms === null ? null : { kind: 'time', ms });
  return [
    { title: 'Rank', width: 6, of: ({ row }) => number(row.rank) },
    { title: 'No.', width: 7, of: ({ row: { bib } }) => (bib === null ? null : { kind: 'text', text: bib }) },
    { title: 'Name', width: 28, of: ({ row }) => ({ kind: 'text', text: row.name }) },
    ...(runs === 1 ? [] : [{ title: 'Run', width: 6, of: ({ attempt }: RunRow) => number(attempt) }]),
    ...points.map((title, index): ResultColumn<RunRow> => ({
      title,
      width: 13,
      of: ({ run }) => time(run.splits[index] ?? null),
    })),
    { title: 'Time', width: 13, of: ({ run }) => time(run.time ?? run.outsideTime) },
    {
      title: 'Status',
      width: 12,
      of: ({ run: { status } }) => (status === 'OK' ? null : { kind: 'text', text: status }),
    },
  ];
}

function sinceMidnight(at: EpochMs, timeZone: string): number {
  const [hours = 0, minutes = 0, seconds = 0] = formatTimeOfDay(at, timeZone).split(':').map(Number);
  return ((hours * 60 + minutes) * 60 + seconds) * 1000 + (((Math.round(at) % 1000) + 1000) % 1000);
}
