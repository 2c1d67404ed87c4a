import type { HandicapRule, RaceFormat, TeamRules } from '../events/race-format.ts';
import type { RaceSettings } from '../events/race-settings.ts';
import type { Details } from '../racers/details.ts';
import {
  type Contender,
  type LeaderboardOf,
  ownOrder,
  type RankedBy,
  rankContenders,
  type Ranking,
} from './leaderboard.ts';
import type { ResultRow } from './rows.ts';
import type { ResultStatus } from './ruling.ts';
import { fitsQuota, rankTeams, teamNameOf, type TeamResult } from './teams.ts';

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
  return { ...ranking, unranked: all.filter((row) => !isPlaced.has(row)) };
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
