import type { ExportRace, ExportRow } from '../../../domain/exports/export-race.ts';
import type { HandicapRule } from '../../../domain/model/race-format.ts';
import { word } from '../../../domain/language.ts';
import { formatDuration } from '../../../domain/timing/format.ts';
import { type DurationMs, durationMs } from '../../../domain/units.ts';
import type { SheetCell, SheetColumn } from '../../ui/sheets.ts';

export interface ResultColumn<Of = ExportRow> extends SheetColumn<Of> {
  /** Look of the column on paper: a number at the right edge, a quiet gap, the figure that readers look for, or not printed. */
  readonly look?: 'number' | 'gap' | 'strong' | 'none';
  /** True for a time: on paper a racer without it has the reason in its place, and a racer outside of the ranking has both. */
  readonly isTime?: boolean;
  /** Shown even where no row has a value. */
  readonly isAlways?: boolean;
}

const text = (value: string | null): SheetCell | null =>
  value === null || value === '' ? null : { kind: 'text', text: value };
const number = (value: number | null): SheetCell | null => (value === null ? null : { kind: 'number', value });
const time = (ms: DurationMs | null): SheetCell | null => (ms === null ? null : { kind: 'time', ms });

/** 'NP 04:38.10': outside of the ranking, with a time. */
export const writeOutside = (
  { status, outsideTime }: Pick<ExportRow, 'status' | 'outsideTime'>,
  unit: number,
): string | null => (outsideTime === null ? null : `${status} ${formatDuration(outsideTime, unit)}`);

/** Status as a code, or in words where there is no code: a list of results also tells who is still out. */
export function describeState({ status, state }: ExportRow): string {
  if (status !== 'OK') return status;
  if (state === 'finished') return word('finished');
  if (state === 'on-course') return word('on course');
  return state === 'inactive' ? word('not started') : word('to be settled');
}

/** The handicap, what it makes of the time, and the rank that follows, beside the actual time and rank. */
function adjustedColumns(by: HandicapRule, isOwn: boolean): ResultColumn[] {
  const figureOf: Readonly<Record<HandicapRule, (value: number) => SheetCell | null>> = {
    time: (value) => time(durationMs(value)),
    plus: (value) => time(durationMs(-value)),
    grade: (value) => number(value / 100),
  };
  const titles: Readonly<Record<HandicapRule, readonly [string, string]>> = {
    time: ['Handicap', 'Adjusted'],
    plus: ['Target', 'Under target'],
    grade: ['Standard', 'Age grade (%)'],
  };
  const [handicap, adjusted] = titles[by];
  return [
    { title: handicap, width: 12, look: 'number', of: (row) => time(row.handicap) },
    {
      title: adjusted,
      width: 12,
      look: isOwn ? 'strong' : 'number',
      of: (row) => (row.adjusted === null ? null : figureOf[by](row.adjusted.value)),
    },
    isOwn
      ? { title: 'Actual rank', width: 8, look: 'number', of: ({ actualRank }) => number(actualRank) }
      : { title: 'Adjusted rank', width: 8, look: 'number', of: ({ adjustedRank }) => number(adjustedRank) },
  ];
}

/** The times of the runs, or why there is none, where there are several. */
function runColumns({ runs, precision }: ExportRace): ResultColumn[] {
  return Array.from({ length: runs === 1 ? 0 : runs }, (_, index) => ({
    title: `Heat ${index + 1}`,
    width: 12,
    look: 'number',
    of: (row: ExportRow) => {
      const run = row.runs[index]!;
      if (run.status === 'OK') return time(run.time);
      return text(writeOutside(run, precision.unit) ?? run.status);
    },
  }));
}

/**
 * Columns without a value in any of the rows are left out. `within`: ranks count inside of one category, or are those of
 * the actual times where handicaps rank.
 */
export function listColumns(
  race: ExportRace,
  rows: readonly ExportRow[],
  within: 'all' | 'category' | 'actual',
): ResultColumn[] {
  const isAdjusted = race.by === 'adjusted' && within !== 'actual';
  const behindBy = ({ time: own, adjusted }: ExportRow) =>
    !isAdjusted ? own : adjusted === null || adjusted.by === 'grade' ? null : adjusted.value;
  const first = rows.find(({ rank }) => rank !== null);
  const gap: ResultColumn = {
    title: 'Gap',
    width: 12,
    look: 'gap',
    of: (row) => {
      const [own, leader] = [behindBy(row), first === undefined ? null : behindBy(first)];
      return own === null || leader === null || own === leader ? null : time(durationMs(own - leader));
    },
  };
  const handicaps = race.handicap === null ? [] : adjustedColumns(race.handicap, isAdjusted);
  const columns: ResultColumn[] = [
    {
      title: 'Rank',
      width: 6,
      look: 'number',
      of: ({ rank, categoryRank }) => number(within === 'category' ? categoryRank : rank),
      isAlways: true,
    },
    { title: 'No.', width: 7, of: ({ bib }) => text(bib) },
    { title: 'Name', width: 28, of: ({ name }) => text(name), isAlways: true },
    ...(within !== 'category'
      ? ([
          { title: 'Category', width: 16, of: ({ category }) => text(category) },
          { title: 'Place in category', width: 10, look: 'number', of: ({ categoryRank }) => number(categoryRank) },
        ] satisfies ResultColumn[])
      : []),
    { title: 'Club', width: 20, of: ({ club }) => text(club) },
    { title: 'Team', width: 20, of: ({ team }) => text(team) },
    { title: 'Class', width: 14, look: 'none', of: (row) => text(row.class) },
    ...(race.categories.length === 0
      ? [{ title: 'Groups', width: 16, of: ({ groups }: ExportRow) => text(groups.join('; ')) }]
      : []),
    {
      title: 'Time',
      width: 12,
      look: isAdjusted ? 'number' : 'strong',
      isTime: true,
      of: (row) => time(row.time ?? row.outsideTime),
      isAlways: true,
    },
    // The gap stands behind the figure that it is measured in.
    ...(isAdjusted ? [...runColumns(race), ...handicaps, gap] : [gap, ...runColumns(race), ...handicaps]),
    { title: 'Penalty', width: 10, look: 'number', of: ({ penalty }) => (penalty === 0 ? null : time(penalty)) },
    { title: 'Status', width: 12, look: 'none', of: (row) => text(describeState(row)) },
  ];
  return columns.filter(({ of, isAlways }) => isAlways === true || rows.some((row) => of(row) !== null));
}
