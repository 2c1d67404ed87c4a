import * as z from 'zod/mini';
import { type Sight, viewOf } from '../domain/access/views.ts';
import type { Official } from '../domain/events/race-format.ts';
import type { Correction, Corrections } from '../domain/results/corrections.ts';
import type { ResultRow } from '../domain/results/rows.ts';
import { readRulingKey, statuses } from '../domain/results/ruling.ts';

/** Raised when a field changes its meaning or is removed. Readers pass over fields that they do not know. */
export const RESULTS_VERSION = 1;

const ms = z.int();
const moment = z.int();

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
  /** The attempts that the total is made of. */
  of: z.array(z.int().check(z.gte(1))),
  /** The attempts without a time that keep the racer from a total. */
  missing: z.array(z.int().check(z.gte(1))),
});
export type PublicStanding = z.infer<typeof publicStanding>;

/** A result as it was declared official, or as it is. Null is no result: no time, or not in the event. */
const declared = z.nullable(z.object({ status: z.enum(statuses), publishedMs: z.nullable(ms), penaltyMs: ms }));

/** A result that has changed since the results were declared official. One that was put back as it was is none. */
export const publicCorrection = z.object({
  racerId: z.string(),
  attempt: z.int().check(z.gte(1)),
  /** Null where the racer is in the event no more. */
  name: z.nullable(z.string()),
  was: declared,
  is: declared,
  /** When it last changed. */
  at: moment,
});
export type PublicCorrection = z.infer<typeof publicCorrection>;

/** The results of an event as they leave the server for others. */
export const publicResults = z.object({
  version: z.literal(RESULTS_VERSION),
  eventId: z.string(),
  /** The number of the last change in these results: a greater number is newer. */
  seq: z.int(),
  results: z.array(publicResult),
  /** In the order of ranks. Empty in an event of one attempt, whose `results` are its standings. */
  standings: z.array(publicStanding),
  /** When the owner declared the results official, and the owner's note. Null: they are provisional. */
  official: z.nullable(z.object({ at: moment, note: z.string() })),
  /** The latest first; empty while the results are provisional. */
  corrections: z.array(publicCorrection),
});
export type PublicResults = z.infer<typeof publicResults>;

/** Results attempt by attempt: first those with a rank, in its order, then by status. Removed racers have no rows. */
export function toPublicResults(
  { id: eventId, seq, official }: { readonly id: string; readonly seq: number; readonly official: Official | null },
  rows: readonly ResultRow[],
  sight: Sight,
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
  const results = ordered.map((row): PublicResult => {
    const { eventId: _eventId, seq: _seq, publicName: _publicName, groups, splits, total: _total, ...more } = row;
    const { details: _details, publicDetails: _publicDetails, category: _category, correction, ...rest } = more;
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
      corrected: correction !== null,
    };
  });
  return {
    version: RESULTS_VERSION,
    eventId,
    seq,
    results,
    standings: listStandings(rows, categoryIn),
    official: official && { at: official.at, note: official.note },
    corrections: listCorrections(official?.corrections ?? {}, rows, nameOf),
  };
}

/** `gone`: the corrections of racers who were taken out; those who are still in may be among them as well. */
function listCorrections(
  gone: Corrections,
  rows: readonly ResultRow[],
  nameOf: (row: ResultRow) => string,
): PublicCorrection[] {
  const inside = rows.flatMap((row): PublicCorrection[] => {
    const { racerId, attempt, correction } = row;
    if (correction === null) return [];
    return [{ racerId, attempt, name: nameOf(row), ...toDeclared(correction), is: declaredOf(row) }];
  });
  const known = new Set(rows.map(({ racerId }) => racerId));
  const outside = Object.entries(gone).flatMap(([key, correction]): PublicCorrection[] => {
    const { racerId, attempt } = readRulingKey(key);
    if (known.has(racerId)) return [];
    return [{ racerId, attempt, name: null, ...toDeclared(correction), is: null }];
  });
  return [...inside, ...outside].toSorted(
    (one, other) => other.at - one.at || (one.racerId < other.racerId ? -1 : 1) || one.attempt - other.attempt,
  );
}

function toDeclared({ was, at }: Correction): Pick<PublicCorrection, 'was' | 'at'> {
  return { was: was && { status: was.status, publishedMs: was.ms, penaltyMs: was.penaltyMs }, at };
}

function declaredOf(row: ResultRow): PublicCorrection['is'] {
  if (row.status === 'OK' && row.publishedMs === null) return null;
  const { status, publishedMs, penaltyMs } = row;
  return status === 'OK' ? { status, publishedMs, penaltyMs } : { status, publishedMs: null, penaltyMs: 0 };
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
  return ordered.map((row) => ({
    racerId: row.racerId,
    rank: ranks.get(row) ?? null,
    categoryRank: inCategory.get(row) ?? null,
    publishedMs: msOf(row),
    of: [...(row.total?.of ?? [])],
    missing: [...(row.total?.missing ?? [])],
  }));
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
