import * as z from 'zod/mini';
import { type Sight, viewOf } from '../domain/sights/views.ts';
import type { Official } from '../domain/model/official.ts';
import { type Course, countingRules, handicapRules, type TeamRules } from '../domain/model/race-format.ts';
import { directions, HUNDREDTHS } from '../domain/model/precision.ts';
import { type SplitPoint, tieRules } from '../domain/model/race-settings.ts';
import type { Details } from '../domain/racers/details.ts';
import type { Adjusted } from '../domain/results/adjusted.ts';
import { racersOrder } from '../domain/results/leaderboard.ts';
import { type HowRanked, type RankedRow, rankRows, rankTeamRows } from '../domain/results/rank-rows.ts';
import type { ResultRow } from '../domain/results/rows.ts';
import { statuses } from '../domain/model/ruling.ts';
import { formatIsoDate } from '../domain/timing/local-time.ts';
import { epochMs } from '../domain/units.ts';
import { listCorrections, publicCorrection } from './public-corrections.ts';

/** Raised when a field changes its meaning or is removed. Readers pass over fields that they do not know. */
const RESULTS_VERSION = 1;

const ms = z.int();
const moment = z.int();

/** Fields of a time with a handicap. All are null in an event without handicaps, and for racers without one. */
const adjustedFields = {
  /** `publishedMs` less `handicapMs`, at the precision of the event; below zero for a racer faster than their target. */
  adjustedMs: z.nullable(ms),
  /** Grade in an event that is graded: `handicapMs` as a percentage of `publishedMs`, with two decimals. */
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
  /** Handicap that is taken off the time, or standard that the time is compared with. */
  handicapMs: z.nullable(ms),
  ...adjustedFields,
  /** Bound of how far `grossMs` can be off; null where it is not known. */
  uncertaintyMs: z.nullable(ms),
  /** True: the result has changed since the results were declared official (see `corrections`). */
  corrected: z.boolean(),
  /** True: the time is far from all others, and nobody has said yet that it is right. It is ranked as it stands. */
  toCheck: z.boolean(),
});
export type PublicResult = z.infer<typeof publicResult>;

/** One racer over all attempts, by the event's rule: the best, the sum, the mean or the last. */
const publicStanding = z.object({
  racerId: z.string(),
  /** Counted from 1; equal totals share one. Null without a total. */
  rank: z.nullable(z.int().check(z.gte(1))),
  categoryRank: z.nullable(z.int().check(z.gte(1))),
  /** OK with a total. Without one: what keeps the racer from it, by the event's rule. */
  status: z.enum(statuses),
  /** The total at the precision of the event, by which ranks are given. */
  publishedMs: z.nullable(ms),
  ...adjustedFields,
  /** The attempts that the total is made of. */
  of: z.array(z.int().check(z.gte(1))),
  /** The attempts without a time that keep the racer from a total. */
  missing: z.array(z.int().check(z.gte(1))),
  /** True: it is made of a time that is to be checked. */
  toCheck: z.boolean(),
});

/** One team, or one club, by the event's rules. */
const publicTeam = z.object({
  name: z.string(),
  /** Counted from 1; equal results share one. Null without a result: too few racers have finished. */
  rank: z.nullable(z.int().check(z.gte(1))),
  /** The team's time, or the times of its best racers together. Null where places count. */
  publishedMs: z.nullable(ms),
  /** The places of its best racers together: the lowest wins. Null where times count. */
  points: z.nullable(z.int()),
  /** Number of racers who must still finish for a result, and of those whom the quota asks for. */
  missing: z.int(),
  missingOfQuota: z.int(),
  /** By time, those without one last. */
  members: z.array(
    z.object({
      racerId: z.string(),
      /** True for a racer whom the team's result is made of. */
      counts: z.boolean(),
      /** The place that is added up; null where times count. */
      place: z.nullable(z.int().check(z.gte(1))),
    }),
  ),
});

/** Head of a list of results: the event, and the rules that the list was made by. */
const publicEvent = z.object({
  name: z.string(),
  /** A name of the IANA database, such as Europe/Zurich. */
  timeZone: z.string(),
  /** The first start. Null: nobody has started. */
  startedAt: z.nullable(moment),
  /** The day of the first start in the event's time zone, such as 2026-05-31. */
  date: z.nullable(z.string()),
  /** The split points in the order of the course: `line` is that of `splits`. */
  points: z.array(z.object({ line: z.string(), name: z.string() })),
  rules: z.object({
    /** `publishedMs` is a multiple of `unitMs`, rounded in this direction. */
    precision: z.object({ unitMs: z.int(), direction: z.enum(directions) }),
    /** Number of attempts, and the rule by which they count. */
    attempts: z.object({ count: z.int(), counts: z.enum(countingRules) }),
    /** Rule by which `handicapMs` is used; null without handicaps. */
    handicap: z.nullable(z.enum(handicapRules)),
    /** Order in which equal times are listed; their rank is the same. */
    ties: z.enum(tieRules),
  }),
});

/** The results of an event as they leave the server for others. */
export const publicResults = z.object({
  version: z.literal(RESULTS_VERSION),
  eventId: z.string(),
  event: publicEvent,
  /** The number of the last change in these results: a greater number is newer. */
  seq: z.int(),
  /**
   * The event's own order, with which its boards open: by `rank`, by `adjustedRank`, or that of `teams`; of `standings`
   * where there are any, otherwise of `results`.
   */
  rankedBy: z.enum(['actual', 'adjusted', 'team']),
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
type PublicEvent = z.infer<typeof publicEvent>;

/** Facts about all results of an event together. */
export interface ResultsOf {
  readonly id: string;
  readonly name: string;
  readonly timeZone: string;
  readonly points?: readonly SplitPoint[];
  readonly seq: number;
  readonly official: Official | null;
  readonly ranking: HowRanked;
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

  const { ranking } = event;
  const runs = [...new Set(rows.map(({ attempt }) => attempt))].toSorted((one, other) => one - other);
  const results = runs.flatMap((of) =>
    listRanked(rows, ranking, of, categoryIn).map(({ row, rank, categoryRank, adjustedRank }): PublicResult => {
      // Field by field: taking some out of a row copies the others one by one, 5,000 times for an answer.
      const { stored } = row;
      const { category = null, club = null, team = null, class: ofClass = null } = shownOf(stored);
      const { adjustedMs, gradePercent } = tellAdjusted(stored.adjusted, adjustedRank);
      return {
        racerId: stored.racerId,
        attempt: stored.attempt,
        name: nameOf(stored),
        bib: stored.bib,
        groups: [...stored.groups],
        category,
        club,
        team,
        class: ofClass,
        status: stored.status,
        rank,
        categoryRank,
        startAt: stored.startAt,
        finishAt: stored.finishAt,
        splits: stored.splits.map(({ line, at }) => ({ line, at })),
        grossMs: stored.grossMs,
        penaltyMs: stored.penaltyMs,
        netMs: stored.netMs,
        publishedMs: stored.publishedMs,
        handicapMs: stored.handicapMs,
        adjustedMs,
        gradePercent,
        adjustedRank,
        uncertaintyMs: stored.uncertaintyMs,
        corrected: stored.correction !== null,
        toCheck: row.isToCheck,
      };
    }),
  );
  const { official, course = null, conditions = null } = event;
  const teams = teamRules === null ? [] : listTeams(rows, teamRules, shownOf);
  return {
    version: RESULTS_VERSION,
    eventId: event.id,
    event: describeEvent(event, rows),
    seq: event.seq,
    rankedBy: ranking.by === 'team' && teams.length === 0 ? racersOrder(ranking) : ranking.by,
    results,
    standings: listStandings(rows, ranking, categoryIn),
    teams,
    course,
    conditions,
    official: official && { at: official.at, note: official.note },
    corrections: listCorrections(official?.corrections ?? {}, rows, nameOf),
  };
}

function describeEvent({ name, timeZone, points = [], ranking }: ResultsOf, rows: readonly ResultRow[]): PublicEvent {
  const { precision = HUNDREDTHS, attempts, handicap, ties } = ranking;
  const startedAt = rows.reduce<number | null>(
    (first, { startAt }) => (startAt === null || (first !== null && first <= startAt) ? first : startAt),
    null,
  );
  return {
    name,
    timeZone,
    startedAt,
    date: startedAt === null ? null : formatIsoDate(epochMs(startedAt), timeZone),
    points: points.map(({ line, name: called }) => ({ line, name: called })),
    rules: {
      precision: { unitMs: precision.unit, direction: precision.direction },
      attempts: { count: attempts.count, counts: attempts.counts },
      handicap,
      ties,
    },
  };
}

function listTeams(
  rows: readonly ResultRow[],
  rules: TeamRules,
  shownOf: (row: ResultRow) => Details,
): PublicResults['teams'] {
  return rankTeamRows(rows, rules, shownOf).map(({ name, rank, score, lacks, lacksOfQuota, members }) => ({
    name,
    rank,
    publishedMs: rules.score === 'places' ? null : score,
    points: rules.score === 'places' ? score : null,
    missing: lacks,
    missingOfQuota: lacksOfQuota,
    members: members.map(({ racerId, counts, place }) => ({ racerId, counts, place })),
  }));
}

/** Empty in an event of one attempt. */
function listStandings(
  rows: readonly ResultRow[],
  ranking: HowRanked,
  categoryIn: (row: ResultRow) => string | null,
): PublicResults['standings'] {
  const totals = rows.filter(({ total }) => total !== null);
  return listRanked(totals, ranking, 'total', categoryIn).map(({ row, rank, categoryRank, adjustedRank }) => ({
    racerId: row.racerId,
    rank,
    categoryRank,
    status: row.status,
    publishedMs: row.ms,
    ...tellAdjusted(row.adjusted, adjustedRank),
    of: [...(row.stored.total?.of ?? [])],
    missing: [...(row.stored.total?.missing ?? [])],
    toCheck: row.isToCheck,
  }));
}

interface Listed {
  readonly row: RankedRow;
  readonly rank: number | null;
  readonly categoryRank: number | null;
  readonly adjustedRank: number | null;
}

/** Results of everybody by actual time, then by status. Both ranks are given; `rankedBy` says which one is the event's own. */
function listRanked(
  rows: readonly ResultRow[],
  ranking: HowRanked,
  of: 'total' | number,
  categoryIn: (row: ResultRow) => string | null,
): Listed[] {
  const { ranked, unranked } = rankRows(rows, ranking, { of, by: 'actual', category: null }, categoryIn);
  const none = { rank: null, categoryRank: null, adjustedRank: null };
  return [
    ...ranked.map(({ row, ranks: { rank, categoryRank, adjustedRank } }) => ({
      row,
      rank,
      categoryRank,
      adjustedRank,
    })),
    ...unranked.map((row) => ({ row, ...none })),
  ];
}

function tellAdjusted(adjusted: Adjusted | null, adjustedRank: number | null) {
  const isGrade = adjusted?.by === 'grade';
  return {
    adjustedMs: adjusted === null || isGrade ? null : adjusted.value,
    gradePercent: isGrade ? adjusted.value / 100 : null,
    adjustedRank,
  };
}
