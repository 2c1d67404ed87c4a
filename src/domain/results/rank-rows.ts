import type { HandicapRule, RaceFormat, TeamRules } from '../model/race-format.ts';
import type { RaceSettings } from '../model/race-settings.ts';
import type { Details } from '../racers/details.ts';
import {
  type Contender,
  type LeaderboardOf,
  ownOrder,
  type RankedBy,
  rankContenders,
  type Ranking,
} from './leaderboard.ts';
import { byNumber } from './rank-by.ts';
import type { ResultRow } from './rows.ts';
import { type ResultStatus, statuses } from '../model/ruling.ts';
import type { TeamResult } from '../model/teams.ts';
import { fitsQuota, rankTeams, teamNameOf } from './teams.ts';

/** How an event ranks its results: what their stored rows do not say. */
export interface HowRanked {
  readonly by: RankedBy;
  readonly ties: RaceSettings['ties'];
  readonly handicap: HandicapRule | null;
  readonly attempts: RaceFormat['attempts'];
}

export function howRanked({ format, race }: { readonly format: RaceFormat; readonly race: RaceSettings }): HowRanked {
  const { handicap, attempts } = format;
  return { by: ownOrder(format), ties: race.ties, handicap, attempts };
}

export interface RankedRow extends Contender {
  readonly stored: ResultRow;
  readonly status: ResultStatus;
}

/**
 * The leaderboard of stored rows, by the same ranking as that of an event. `categoryOf`: as the reader sees it. Every racer
 * has a row for the first attempt, which stands for the total.
 */
export function rankRows(
  rows: readonly ResultRow[],
  { ties }: Pick<HowRanked, 'ties'>,
  view: LeaderboardOf,
  categoryOf: (row: ResultRow) => string | null = ({ category }) => category,
): Ranking<RankedRow> & { readonly unranked: readonly RankedRow[] } {
  const all = rows
    .filter(({ attempt }) => attempt === (view.of === 'total' ? 1 : view.of))
    .map((row) => toContender(row, view.of === 'total', categoryOf(row)));
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

/** By status; who has none yet by the times so far, then by the start; at last by number, as on the board. */
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

/** Whoever has no such time is last; two without one are equal. */
function before(one: number | null | undefined, other: number | null | undefined): number {
  if (one == null || other == null) return Number(one == null) - Number(other == null);
  return one - other;
}

function toContender(row: ResultRow, isTotal: boolean, category: string | null): RankedRow {
  const { racerId, bib, total } = row;
  if (!isTotal || total === null) {
    const { publishedMs: ms, netMs: net, adjusted, status } = row;
    return { racerId, bib, ms, net, adjusted, category, status, stored: row };
  }
  const { ms, adjusted = null, status } = total;
  // A row of the release before has no status of its total.
  return { racerId, bib, ms, net: ms, adjusted, category, status: status ?? row.status, stored: row };
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
