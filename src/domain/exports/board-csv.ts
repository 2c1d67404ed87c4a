import { writePlainCsv } from '../timing/csv-cells.ts';
import { formatDuration } from '../timing/format.ts';
import { durationMs } from '../units.ts';
import type { ResultStatus } from '../model/ruling.ts';

/** One line of a board, as the results of an event say it. */
interface BoardLine {
  readonly name: string;
  readonly bib: string | null;
  readonly groups: readonly string[];
  readonly category: string | null;
  readonly club: string | null;
  readonly team: string | null;
  readonly status: ResultStatus;
  readonly rank: number | null;
  readonly categoryRank: number | null;
  readonly startAt: number | null;
  readonly finishAt: number | null;
  readonly penaltyMs: number;
  readonly publishedMs: number | null;
  readonly gapMs: number | null;
  readonly outsideMs: number | null;
  readonly adjustedMs: number | null;
  readonly gradePercent: number | null;
  readonly actualRank: number | null;
  readonly toCheck: boolean;
}

/** A line of the board of a team time trial, where teams stand in the place of racers. */
interface TeamLine {
  readonly name: string;
  readonly rank: number | null;
  readonly publishedMs: number | null;
  readonly points: number | null;
}

/** The event's own board, and what it is ranked by. */
export interface OwnBoard {
  readonly rankedBy: 'actual' | 'adjusted' | 'team';
  readonly lines: readonly BoardLine[];
  readonly teams: readonly TeamLine[];
  readonly event: { readonly rules: { readonly precision: { readonly unitMs: number } } };
}

/** New columns are added at the end: programs that show the board find a column by its place. */
const TITLES = [
  'Line',
  'Rank',
  'Bib',
  'Name',
  'Category',
  'Category Rank',
  'Club',
  'Team',
  'Groups',
  'Time',
  'Gap',
  'Penalty',
  'Status',
  'Adjusted',
  'Actual Rank',
  'Ranked By',
  'To Check',
] as const;

/**
 * The board for programs that show rows of a file, such as vMix. The first row is the latest finisher, and stays empty
 * until there is one: a title that is bound to the first row must never show the leader in its place. Everybody else
 * follows by rank, then those on course, then those without a rank.
 */
export function writeBoardCsv({ rankedBy, lines, teams, event }: OwnBoard): string {
  const unit = event.rules.precision.unitMs;
  const cells = (place: string, line: BoardLine) => [
    ...cellsOf(place, line, unit),
    ...orderCells(line, rankedBy, unit),
  ];
  const finished = lines.filter(({ rank }) => rank !== null);
  const onCourse = lines.filter((line) => stateOf(line) === 'on course');
  const latest = finished.reduce<BoardLine | null>(
    (last, line) => (last === null || (line.finishAt ?? 0) > (last.finishAt ?? 0) ? line : last),
    null,
  );
  const rest = lines.filter((line) => line.rank === null && stateOf(line) !== 'on course');
  return writePlainCsv([
    TITLES,
    latest === null ? ['latest', ...TITLES.slice(1).map(() => '')] : cells('latest', latest),
    ...(rankedBy === 'team'
      ? teams.map((team, index) => teamCells(String(index + 1), team, teams[0]?.publishedMs ?? null, unit))
      : [...finished, ...onCourse, ...rest].map((line, index) => cells(String(index + 1), line))),
  ]);
}

function stateOf({ status, rank, startAt, finishAt }: BoardLine): string {
  if (status !== 'OK') return status;
  if (rank !== null) return 'finished';
  if (startAt === null) return finishAt === null ? 'waiting' : 'finished';
  return finishAt === null ? 'on course' : 'finished';
}

/** Gaps have no plus sign, and penalties the sign for minus: a spreadsheet would take either for a formula. */
function cellsOf(place: string, line: BoardLine, unit: number): string[] {
  const { rank, bib, name, category, categoryRank, club, team, groups, gapMs: gap, penaltyMs } = line;
  const time = line.publishedMs ?? line.outsideMs;
  return [
    place,
    rank === null ? '' : String(rank),
    bib ?? '',
    name,
    category ?? '',
    categoryRank === null ? '' : String(categoryRank),
    club ?? '',
    team ?? '',
    groups.join('; '),
    time === null ? '' : formatDuration(durationMs(time), unit),
    gap === null ? '' : formatDuration(durationMs(gap), unit),
    penaltyMs === 0 ? '' : signed(penaltyMs),
    stateOf(line),
  ];
}

/** Cells of the figure that ranks where it is not the time alone: a grade in per cent, or a time less the handicap. */
function orderCells(
  { adjustedMs, gradePercent, actualRank, toCheck }: BoardLine,
  by: OwnBoard['rankedBy'],
  unit: number,
): string[] {
  const grade = gradePercent === null ? '' : gradePercent.toFixed(2);
  return [
    adjustedMs === null ? grade : signed(adjustedMs, unit),
    actualRank === null ? '' : String(actualRank),
    by === 'adjusted' ? 'adjusted times' : 'actual times',
    toCheck ? 'to be checked' : '',
  ];
}

function teamCells(
  place: string,
  { name, rank, publishedMs, points }: TeamLine,
  leader: number | null,
  unit: number,
): string[] {
  const gap = publishedMs === null || leader === null ? null : publishedMs - leader;
  const figure =
    publishedMs === null ? (points === null ? '' : String(points)) : formatDuration(durationMs(publishedMs), unit);
  const before = [place, rank === null ? '' : String(rank), '', name, '', '', '', name, '', figure];
  const state = rank === null ? 'waiting' : 'finished';
  return [...before, gap === null ? '' : formatDuration(durationMs(gap), unit), '', state, '', '', 'teams', ''];
}

const signed = (ms: number, unit?: number): string =>
  `${ms < 0 ? '−' : ''}${formatDuration(durationMs(Math.abs(ms)), unit)}`;
