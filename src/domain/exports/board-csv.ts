import { writePlainCsv } from '../timing/csv-cells.ts';
import { formatDuration } from '../timing/format.ts';
import { durationMs } from '../units.ts';
import type { ResultStatus } from '../results/ruling.ts';

/** One line of a board, as the results of an event say it. */
export interface BoardLine {
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
] as const;

/**
 * The board for programs that show rows of a file, such as vMix. The first row is the latest finisher, and stays empty
 * until there is one: a title that is bound to the first row must never show the leader in its place. Everybody else
 * follows by rank, then those on course, then those without a rank.
 */
export function writeBoardCsv(lines: readonly BoardLine[]): string {
  const leader = lines.find(({ rank }) => rank === 1)?.publishedMs ?? null;
  const finished = lines.filter(({ rank }) => rank !== null);
  const onCourse = lines.filter((line) => stateOf(line) === 'on course');
  const latest = finished.reduce<BoardLine | null>(
    (last, line) => (last === null || (line.finishAt ?? 0) > (last.finishAt ?? 0) ? line : last),
    null,
  );
  const rest = lines.filter((line) => line.rank === null && stateOf(line) !== 'on course');
  return writePlainCsv([
    TITLES,
    latest === null ? ['latest', ...TITLES.slice(1).map(() => '')] : cellsOf('latest', latest, leader),
    ...[...finished, ...onCourse, ...rest].map((line, index) => cellsOf(String(index + 1), line, leader)),
  ]);
}

function stateOf({ status, rank, startAt, finishAt }: BoardLine): string {
  if (status !== 'OK') return status;
  if (rank !== null) return 'finished';
  if (startAt === null) return finishAt === null ? 'waiting' : 'finished';
  return finishAt === null ? 'on course' : 'finished';
}

/** Gaps have no plus sign, and penalties the sign for minus: a spreadsheet would take either for a formula. */
function cellsOf(place: string, line: BoardLine, leader: number | null): string[] {
  const { rank, bib, name, category, categoryRank, club, team, groups, publishedMs, penaltyMs } = line;
  const gap = publishedMs === null || leader === null ? null : publishedMs - leader;
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
    publishedMs === null ? '' : formatDuration(durationMs(publishedMs)),
    gap === null ? '' : formatDuration(durationMs(gap)),
    penaltyMs === 0 ? '' : `${penaltyMs < 0 ? '−' : ''}${formatDuration(durationMs(Math.abs(penaltyMs)))}`,
    stateOf(line),
  ];
}
