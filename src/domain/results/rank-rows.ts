import type { HandicapRule, RaceFormat, TeamRules } from '../model/race-format.ts';
import type { RaceSettings } from '../model/race-settings.ts';
import { HUNDREDTHS, type Precision } from '../model/precision.ts';
import type { EventState } from '../model/state.ts';
import type { Details } from '../racers/details.ts';
import {
  type Contender,
  type LeaderboardOf,
  ownOrder,
  type RankedBy,
  rankContenders,
  type Ranking,
} from './leaderboard.ts';
import { createField, fastestOf, isToCheck } from './odd-speeds.ts';
import { byNumber } from './rank-by.ts';
import type { ResultRow } from './rows.ts';
import { type ResultStatus, rulingKey, statuses } from '../model/ruling.ts';
import type { TeamResult } from '../model/teams.ts';
import { fitsQuota, rankTeams, teamNameOf } from './teams.ts';

/** Rules by which an event ranks its results, which stored rows do not carry. */
export interface HowRanked {
  readonly by: RankedBy;
  readonly ties: RaceSettings['ties'];
  readonly handicap: HandicapRule | null;
  readonly attempts: RaceFormat['attempts'];
  /** The shortest time that anybody can take, in ms: see `fastestOf`. Absent: by the release before, or not known. */
  readonly fastest?: number;
  /** Absent: hundredths, truncated. */
  readonly precision?: Precision;
}

export function howRanked(event: Pick<EventState, 'format' | 'race' | 'precision'>): HowRanked {
  const { format, race, precision } = event;
  const { handicap, attempts } = format;
  const fastest = fastestOf(event);
  const isUsual = precision.unit === HUNDREDTHS.unit && precision.direction === HUNDREDTHS.direction;
  return {
    by: ownOrder(format),
    ties: race.ties,
    handicap,
    attempts,
    ...(fastest !== null && { fastest }),
    ...(!isUsual && { precision }),
  };
}

export interface RankedRow extends Contender {
  readonly stored: ResultRow;
  readonly status: ResultStatus;
  /** A time in it is most likely nobody's: see `isToCheck`. */
  readonly isToCheck: boolean;
}

/**
 * The leaderboard of stored rows, by the same ranking as that of an event. `categoryOf`: as the reader sees it. Every racer
 * has a row for the first attempt, which stands for the total.
 */
export function rankRows(
  rows: readonly ResultRow[],
  { ties, fastest }: Pick<HowRanked, 'ties' | 'fastest'>,
  view: LeaderboardOf,
  categoryOf: (row: ResultRow) => string | null = ({ category }) => category,
): Ranking<RankedRow> & { readonly unranked: readonly RankedRow[] } {
  const toCheck = listToCheck(rows, fastest ?? null);
  const all = rows
    .filter(({ attempt }) => attempt === (view.of === 'total' ? 1 : view.of))
    .map((row) => toContender(row, view.of === 'total', categoryOf(row), toCheck));
  const ranking = rankContenders(all, view, ties);
  const isPlaced = new Set([...ranking.ranked, ...ranking.without].map(({ row }) => row));
  const soFar = view.of === 'total' ? timesSoFar(rows) : NOTHING;
  return { ...ranking, unranked: all.filter((row) => !isPlaced.has(row)).toSorted(byWhatIsMissing(soFar)) };
}

const NOTHING: ReadonlyMap<string, number> = new Map();

/** The times of all attempts together, of racers who have one. */
function timesSoFar(rows: readonly ResultRow[]): ReadonlyMap<string, number> {
  const times = new Map<string, number>();
  for (const { racerId, publishedMs } of rows) {
    if (publishedMs !== null) times.set(racerId, (times.get(racerId) ?? 0) + publishedMs);
  }
  return times;
}

/** Order of rows without a rank, as on the board: by status, then by the times so far, by the start, and by number. */
const byWhatIsMissing = (soFar: ReadonlyMap<string, number>) => (one: RankedRow, other: RankedRow) => {
  const order = statuses.indexOf(one.status) - statuses.indexOf(other.status);
  if (order !== 0 || one.status !== 'OK') return order || byNumber(shownOf(one), shownOf(other));
  return (
    before(soFar.get(one.racerId), soFar.get(other.racerId)) ||
    before(one.stored.startAt, other.stored.startAt) ||
    byNumber(shownOf(one), shownOf(other))
  );
};

/** The name of viewers: an order by hidden names would tell of them. */
const shownOf = ({ stored: { racerId, bib, publicName: name } }: RankedRow) => ({ racerId, bib, name });

/** Order by a time that may be missing: rows without it are last, and equal. */
function before(one: number | null | undefined, other: number | null | undefined): number {
  if (one == null || other == null) return Number(one == null) - Number(other == null);
  return one - other;
}

/** The racers with a time in doubt, by attempt. */
function listToCheck(rows: readonly ResultRow[], fastest: number | null): ToCheck {
  const timed = rows.filter(({ publishedMs, grossMs }) => publishedMs !== null && grossMs !== null);
  const attempts = [...new Set(timed.map(({ attempt }) => attempt))];
  const fields = new Map(
    attempts.map((of) => {
      const gross = timed.flatMap(({ attempt, grossMs }) => (attempt === of ? [grossMs!] : []));
      return [of, createField(fastest, gross)];
    }),
  );
  const isOdd = ({ attempt, grossMs, checkedMs }: ResultRow) =>
    isToCheck({ state: 'finished', gross: grossMs, isChecked: grossMs === checkedMs }, fields.get(attempt)!);
  return new Set(timed.filter(isOdd).map(({ racerId, attempt }) => rulingKey(racerId, attempt)));
}

type ToCheck = ReadonlySet<string>;

function toContender(row: ResultRow, isTotal: boolean, category: string | null, toCheck: ToCheck): RankedRow {
  const { racerId, bib, total } = row;
  const isOdd = (attempt: number) => toCheck.size > 0 && toCheck.has(rulingKey(racerId, attempt));
  if (!isTotal || total === null) {
    const { publishedMs: ms, netMs: net, adjusted, status } = row;
    return { racerId, bib, ms, net, adjusted, category, status, isToCheck: isOdd(row.attempt), stored: row };
  }
  const { ms, adjusted = null, status } = total;
  // A row of the release before has no status of its total.
  const isToCheck = total.of.some(isOdd);
  return { racerId, bib, ms, net: ms, adjusted, category, status: status ?? row.status, isToCheck, stored: row };
}

/** The teams of stored rows. `shownOf`: the details that this reader sees; the quota looks at all of them. */
export function rankTeamRows(
  rows: readonly ResultRow[],
  rules: TeamRules,
  shownOf: (row: ResultRow) => Details | null,
): TeamResult[] {
  const racers = rows
    .filter(({ attempt }) => attempt === 1)
    .map((row) => ({
      racerId: row.racerId,
      team: teamNameOf(rules, shownOf(row)),
      fitsQuota: fitsQuota(rules.quota, row.details),
      ms: row.total === null ? row.publishedMs : row.total.ms,
    }));
  return rankTeams(racers, rules);
}
