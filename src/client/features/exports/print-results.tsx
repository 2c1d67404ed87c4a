import { type ExportRace, type ExportRow, groupByCategory } from '../../../domain/exports/export-race.ts';
import { describeCourse } from '../../../domain/events/course.ts';
import { counted, withDecimalSign } from '../../../domain/language.ts';
import { describeCorrection } from '../../../domain/results/describe-correction.ts';
import { describeOfficial } from '../../../domain/results/official-since.ts';
import { formatDuration, formatGap } from '../../../domain/timing/format.ts';
import { formatDate, formatTimeOfDay } from '../../../domain/timing/local-time.ts';
import { durationMs, type EpochMs } from '../../../domain/units.ts';
import { type PrintColumn, PrintFoot, PrintTable, PrintTitle } from '../../ui/print/print-pages.tsx';
import type { SheetCell } from '../../ui/sheets.ts';
import { describeState, listColumns, type ResultColumn, writeOutside } from './result-columns.ts';
import { teamPrintColumns } from './team-columns.ts';

export interface PrintResultsProps {
  readonly race: ExportRace;
  /** A table for each category, or one for everybody: in the event's own order, or by actual time where that is another. */
  readonly by: 'all' | 'category' | 'actual';
  /** When it is printed: a later sheet may say something else. */
  readonly at: EpochMs;
}

export function PrintResults({ race, by, at }: PrintResultsProps) {
  const out = race.rows.filter(({ state }) => state === 'on-course').length;
  const { rows } = race;
  const lines = [
    [formatDate(race.at, race.timeZone), ...describeCourse(race)].join(' · '),
    ...(race.official === null ? [] : [describeOfficial(race.official, race.timeZone), race.official.note]),
    ...(out > 0 ? [`${counted(out, 'racer is', 'racers are')} still out. These results aren’t complete.`] : []),
  ];
  const everybody = by === 'actual' ? (race.actualRows ?? rows) : rows;
  const tables = by === 'category' ? groupByCategory(race) : [{ category: null, rows: everybody }];
  const teams = by === 'all' && race.teamRules !== null && race.teams.length > 0 && (
    <PrintTable
      heading={race.teamRules.of === 'team' ? 'Teams' : 'Clubs'}
      columns={teamPrintColumns(race, race.teamRules)}
      rows={race.teams}
      keyOf={({ key }) => key}
    />
  );
  // A team time trial is about its teams.
  const { areTeamsFirst } = race;
  return (
    <>
      <PrintTitle title={race.name} lines={[titleOf(race, by), ...lines]} />
      <PrintFoot text={`${race.name} · ${formatDate(race.at, race.timeZone)}`} />
      {areTeamsFirst && teams}
      {tables.map(({ category, rows: members }) => (
        <PrintTable
          key={category ?? ''}
          {...(by === 'category' && { heading: category ?? 'Without a category' })}
          columns={listColumns(race, members, by === 'category' ? (category === null ? 'all' : 'category') : by)
            .filter(({ look }) => look !== 'none')
            .map((column) => toPrinted(column, race.precision.unit))}
          rows={members}
          keyOf={({ racerId }) => racerId}
        />
      ))}
      {!areTeamsFirst && teams}
      {race.corrections.map((correction) => (
        <p key={`${correction.racerId} ${correction.attempt}`}>
          {withDecimalSign(describeCorrection(correction, race.timeZone))}
        </p>
      ))}
      <p>
        Printed on {formatDate(at, race.timeZone)} at {formatTimeOfDay(at, race.timeZone)} ({race.timeZone})
      </p>
    </>
  );
}

function titleOf({ by: own }: ExportRace, by: PrintResultsProps['by']): string {
  if (by === 'actual') return 'Results by actual time';
  return own === 'adjusted' ? 'Results by adjusted time' : 'Results';
}

function toPrinted({ title, of, look, isTime }: ResultColumn, unit: number): PrintColumn<ExportRow> {
  const write = (row: ExportRow) => writeCell(of(row), look === 'gap', unit);
  return {
    title,
    isNumber: look !== undefined,
    isStrong: look === 'strong',
    of: isTime === true ? (row) => writeOutside(row, unit) ?? (write(row) || describeState(row)) : write,
  };
}

function writeCell(cell: SheetCell | null, isGap: boolean, unit: number): string {
  if (cell === null) return '';
  if (cell.kind === 'text') return cell.text;
  if (cell.kind === 'number') return String(cell.value);
  const ms = durationMs(Math.abs(cell.ms));
  return isGap ? formatGap(ms, unit) : `${cell.ms < 0 ? '−' : ''}${formatDuration(ms, unit)}`;
}
