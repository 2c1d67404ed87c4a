import * as z from 'zod/mini';
import { type Sight, viewOf } from '../domain/access/views.ts';
import type { Course, Official, TeamRules } from '../domain/events/race-format.ts';
import type { Details } from '../domain/racers/details.ts';
import { type Adjusted, isBefore } from '../domain/results/adjusted.ts';
import type { ResultRow } from '../domain/results/rows.ts';
import { statuses } from '../domain/results/ruling.ts';
import { fitsQuota, rankTeams, teamNameOf } from '../domain/results/teams.ts';
import { listCorrections, publicCorrection } from './public-corrections.ts';

/** Raised when a field changes its meaning or is removed. Readers pass over fields that they do not know. */
export const RESULTS_VERSION = 1;

const ms = z.int();
const moment = z.int();

/** What a handicap makes of a time. All of them are null in an event without a handicap, and for racers without one. */
const adjustedFields = {
  /** `publishedMs` less `handicapMs`, at the precision of the event; below zero for a racer faster than their target. */
  adjustedMs: z.nullable(ms),
  /** In an event that is graded: `handicapMs` as a percentage of `publishedMs`, with two decimals. */
  gradePercent: z.nullable(z.number()),
  /** Counted from 1, by `adjustedMs` or by `gradePercent`; equal values share one. */
  adjustedRank: z.nullable(z.int().check(z.gte(1))),
};

/** One attempt of one racer. An unknown value is null, never a zero or an empty text. */
export const publicResult = z.object({
  racerId: z.string(),
  attempt: z.int().check(z.gte(1)),
  name: z.string(),
  bib: z.nullable(z.string()),
  groups: z.array(z.string()),
  /** Null too where the owner does not show it. */
  category: z.nullable(z.string()),
  club: z.nullable(z.string()),
  team: z.nullable(z.string()),
  class: z.nullable(z.string()),
  status: z.enum(statuses),
  /**
   * The rank within this attempt, counted from 1; equal published times share one. Null without a time or with a status
   * other than OK.
   */
  rank: z.nullable(z.int().check(z.gte(1))),
  /** The rank among those of the same category. Null too where the owner does not show categories. */
  categoryRank: z.nullable(z.int().check(z.gte(1))),
  /** Milliseconds since 1970-01-01T00:00Z. */
  startAt: z.nullable(moment),
  finishAt: z.nullable(moment),
  splits: z.array(z.object({ line: z.string(), at: moment })),
  /** The time as measured. */
  grossMs: z.nullable(ms),
  /** All penalties (above zero) and bonuses (below zero) together; not part of `grossMs`. */
  penaltyMs: ms,
  /** `grossMs` and `penaltyMs` together, never below zero. */
  netMs: z.nullable(ms),
  /** `netMs` at the precision of the event, by which ranks are given. Null where `rank` is null. */
  publishedMs: z.nullable(ms),
  /** What a handicap takes off the time, or the standard that the time is compared with. */
  handicapMs: z.nullable(ms),
  ...adjustedFields,
  /** How far `grossMs` can be off; null where that is not known. */
  uncertaintyMs: z.nullable(ms),
  /** True: the result has changed since the results were declared official (see `corrections`). */
  corrected: z.boolean(),
});
export type PublicResult = z.infer<typeof publicResult>;

/** One racer over all attempts, by the event's rule: the best, the sum, the mean or the last. */
export const publicStanding = z.object({
  racerId: z.string(),
  /** Counted from 1; equal totals share one. Null without a total. */
  rank: z.nullable(z.int().check(z.gte(1))),
  categoryRank: z.nullable(z.int().check(z.gte(1))),
  /** The total at the precision of the event, by which ranks are given. */
  publishedMs: z.nullable(ms),
  ...adjustedFields,
  /** The attempts that the total is made of. */
  of: z.array(z.int().check(z.gte(1))),
  /** The attempts without a time that keep the racer from a total. */
  missing: z.array(z.int().check(z.gte(1))),
});
export type PublicStanding = z.infer<typeof publicStanding>;

/** One team, or one club, by the event's rules. */
export const publicTeam = z.object({
  name: z.string(),
  /** Counted from 1; equal results share one. Null without a result: too few racers have finished. */
  rank: z.nullable(z.int().check(z.gte(1))),
  /** The team's time, or the times of its best racers together. Null where places count. */
  publishedMs: z.nullable(ms),
  /** The places of its best racers together: the lowest wins. Null where times count. */
  points: z.nullable(z.int()),
  /** How many more racers must finish for a result, and how many of those whom the quota asks for. */
  missing: z.int(),
  missingOfQuota: z.int(),
  /** By time, those without one last. */
  members: z.array(
    z.object({
      racerId: z.string(),
      /** One of those whom the result is made of. */
      counts: z.boolean(),
      /** The place that is added up; null where times count. */
      place: z.nullable(z.int().check(z.gte(1))),
    }),
  ),
});
export type PublicTeam = z.infer<typeof publicTeam>;

/** The results of an event as they leave the server for others. */
export const publicResults = z.object({
  version: z.literal(RESULTS_VERSION),
  eventId: z.string(),
  /** The number of the last change in these results: a greater number is newer. */
  seq: z.int(),
  results: z.array(publicResult),
  /** In the order of ranks. Empty in an event of one attempt, whose `results` are its standings. */
  standings: z.array(publicStanding),
  /** In the order of ranks. Empty where no teams are ranked, or the owner does not show them. */
  teams: z.array(publicTeam),
  course: z.nullable(z.object({ name: z.string(), meters: z.nullable(z.number()) })),
  /** Wind, rain, temperature: in the owner's own words. */
  conditions: z.nullable(z.string()),
  /** When the owner declared the results official, and the owner's note. Null: they are provisional. */
  official: z.nullable(z.object({ at: moment, note: z.string() })),
  /** The latest first; empty while the results are provisional. */
  corrections: z.array(publicCorrection),
});
export type PublicResults = z.infer<typeof publicResults>;

/** What is said of all results of an event together. */
export interface ResultsOf {
  readonly id: string;
  readonly seq: number;
  readonly official: Official | null;
  readonly course?: Course | null;
  readonly conditions?: string | null;
}

/** Results attempt by attempt: first those with a rank, in its order, then by status. Removed racers have no rows. */
export function toPublicResults(
  event: ResultsOf,
  rows: readonly ResultRow[],
  sight: Sight,
  teamRules: TeamRules | null = null,
): PublicResults {
  const isViewer = viewOf(sight) === 'viewer';
  const nameOf = ({ publicName, name }: ResultRow) => (isViewer ? publicName : name);
  const shownOf = ({ details, publicDetails, category }: ResultRow) =>
    (isViewer ? publicDetails : { ...details, ...(category !== null && { category }) }) ?? {};
  const categoryIn = (row: ResultRow) => shownOf(row).category ?? null;

  const ordered = rows.toSorted(byPlace);
  const ranks = rankBy(
    ordered,
    ({ publishedMs }) => publishedMs,
    ({ attempt }) => `${attempt}`,
  );
  const inCategory = rankBy(
    ordered,
    ({ publishedMs }) => publishedMs,
    (row) => {
      const category = categoryIn(row);
      return category && `${row.attempt} ${category}`;
    },
  );
  const adjustedRanks = rankAdjustedRows(
    rows,
    ({ adjusted }) => adjusted,
    ({ attempt }) => `${attempt}`,
  );
  const results = ordered.map((row): PublicResult => {
    const { eventId: _eventId, seq: _seq, publicName: _publicName, groups, splits, total: _total, ...more } = row;
    const {
      details: _details,
      publicDetails: _publicDetails,
      category: _category,
      adjusted,
      correction,
      ...rest
    } = more;
    const { category = null, club = null, team = null, class: ofClass = null } = shownOf(row);
    return {
      ...rest,
      name: nameOf(row),
      groups: [...groups],
      category,
      club,
      team,
      class: ofClass,
      splits: splits.map(({ line, at }) => ({ line, at })),
      rank: ranks.get(row) ?? null,
      categoryRank: inCategory.get(row) ?? null,
      ...tellAdjusted(adjusted, adjustedRanks.get(row)),
      corrected: correction !== null,
    };
  });
  const { official, course = null, conditions = null } = event;
  return {
    version: RESULTS_VERSION,
    eventId: event.id,
    seq: event.seq,
    results,
    standings: listStandings(rows, categoryIn),
    teams: teamRules === null ? [] : listTeams(rows, teamRules, shownOf),
    course,
    conditions,
    official: official && { at: official.at, note: official.note },
    corrections: listCorrections(official?.corrections ?? {}, rows, nameOf),
  };
}

/** `shownOf`: the details that this reader sees. The quota looks at all of them. */
function listTeams(
  rows: readonly ResultRow[],
  rules: TeamRules,
  shownOf: (row: ResultRow) => Details,
): PublicResults['teams'] {
  const racers = rows
    .filter(({ attempt }) => attempt === 1)
    .map((row) => ({
      racerId: row.racerId,
      team: teamNameOf(rules, shownOf(row)),
      fitsQuota: fitsQuota(rules.quota, row.details),
      ms: row.total === null ? row.publishedMs : row.total.ms,
    }));
  return rankTeams(racers, rules).map(({ name, rank, score, lacks, lacksOfQuota, members }) => ({
    name,
    rank,
    publishedMs: rules.score === 'places' ? null : score,
    points: rules.score === 'places' ? score : null,
    missing: lacks,
    missingOfQuota: lacksOfQuota,
    members: members.map(({ racerId, counts, place }) => ({ racerId, counts, place })),
  }));
}

/** Every racer has a row for the first attempt. */
function listStandings(
  rows: readonly ResultRow[],
  categoryIn: (row: ResultRow) => string | null,
): PublicResults['standings'] {
  const msOf = ({ total }: ResultRow) => total?.ms ?? null;
  const ordered = rows
    .filter(({ attempt, total }) => attempt === 1 && total !== null)
    .toSorted(
      (one, other) => (msOf(one) ?? Infinity) - (msOf(other) ?? Infinity) || (one.racerId < other.racerId ? -1 : 1),
    );
  const ranks = rankBy(ordered, msOf, () => '');
  const inCategory = rankBy(ordered, msOf, categoryIn);
  const adjustedOf = ({ total }: ResultRow) => total?.adjusted ?? null;
  const adjustedRanks = rankAdjustedRows(ordered, adjustedOf, () => '');
  return ordered.map((row) => ({
    racerId: row.racerId,
    rank: ranks.get(row) ?? null,
    categoryRank: inCategory.get(row) ?? null,
    publishedMs: msOf(row),
    ...tellAdjusted(adjustedOf(row), adjustedRanks.get(row)),
    of: [...(row.total?.of ?? [])],
    missing: [...(row.total?.missing ?? [])],
  }));
}

function tellAdjusted(adjusted: Adjusted | null, rank: number | undefined) {
  const isGrade = adjusted?.by === 'grade';
  return {
    adjustedMs: adjusted === null || isGrade ? null : adjusted.value,
    gradePercent: isGrade ? adjusted.value / 100 : null,
    adjustedRank: rank ?? null,
  };
}

function rankAdjustedRows(
  rows: readonly ResultRow[],
  adjustedOf: (row: ResultRow) => Adjusted | null,
  groupOf: (row: ResultRow) => string,
): ReadonlyMap<ResultRow, number> {
  const ordered = rows
    .filter((row) => adjustedOf(row) !== null)
    .toSorted((one, other) => isBefore(adjustedOf(one)!, adjustedOf(other)!));
  return rankBy(ordered, (row) => adjustedOf(row)!.value, groupOf);
}

/** The rank of each row with a time among the rows of its group; `ordered` by that time. Null is no group. */
function rankBy(
  ordered: readonly ResultRow[],
  msOf: (row: ResultRow) => number | null,
  groupOf: (row: ResultRow) => string | null,
): ReadonlyMap<ResultRow, number> {
  const ranks = new Map<ResultRow, number>();
  const last = new Map<string, { readonly count: number; readonly rank: number; readonly ms: number }>();
  for (const row of ordered) {
    const [ms, group] = [msOf(row), groupOf(row)];
    if (ms === null || group === null) continue;
    const before = last.get(group);
    const count = (before?.count ?? 0) + 1;
    const rank = before?.ms === ms ? before.rank : count;
    last.set(group, { count, rank, ms });
    ranks.set(row, rank);
  }
  return ranks;
}

function byPlace(one: ResultRow, other: ResultRow): number {
  return (
    one.attempt - other.attempt ||
    (one.publishedMs ?? Infinity) - (other.publishedMs ?? Infinity) ||
    statuses.indexOf(one.status) - statuses.indexOf(other.status) ||
    (one.netMs ?? Infinity) - (other.netMs ?? Infinity) ||
    (one.racerId < other.racerId ? -1 : 1)
  );
}
