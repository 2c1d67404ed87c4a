import * as z from 'zod/mini';
import { type Sight, viewOf } from '../domain/access/views.ts';
import type { ResultRow } from '../domain/results/rows.ts';
import { statuses } from '../domain/results/ruling.ts';

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
  /** The same inside of the category. Null too without a category, or where the owner does not show it. */
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
});
export type PublicResult = z.infer<typeof publicResult>;

/** The results of an event as they leave the server for others. */
export const publicResults = z.object({
  version: z.literal(RESULTS_VERSION),
  eventId: z.string(),
  /** The number of the last change in these results: a greater number is newer. */
  seq: z.int(),
  results: z.array(publicResult),
});
export type PublicResults = z.infer<typeof publicResults>;

/** Results attempt by attempt: first those with a rank, in its order, then by status. Removed racers have no rows. */
export function toPublicResults(
  event: { readonly id: string; readonly seq: number },
  rows: readonly ResultRow[],
  sight: Sight,
): PublicResults {
  const isViewer = viewOf(sight) === 'viewer';
  const ordered = rows.toSorted(byPlace);
  let [first, rank] = [0, 0];
  const rankInCategory = createCategoryRanks();
  const results = ordered.map((row, index): PublicResult => {
    const before = ordered[index - 1];
    const isNewAttempt = before?.attempt !== row.attempt;
    if (isNewAttempt) first = index;
    if (isNewAttempt || before.publishedMs !== row.publishedMs) rank = index - first + 1;
    const { eventId: _eventId, seq: _seq, publicName, name, groups, splits, ...more } = row;
    const { details, publicDetails, category, ...rest } = more;
    const shown = (isViewer ? publicDetails : { ...details, ...(category !== null && { category }) }) ?? {};
    return {
      ...rest,
      name: isViewer ? publicName : name,
      groups: [...groups],
      category: shown.category ?? null,
      club: shown.club ?? null,
      team: shown.team ?? null,
      class: shown.class ?? null,
      splits: splits.map(({ line, at }) => ({ line, at })),
      rank: row.publishedMs === null ? null : rank,
      categoryRank: rankInCategory(row, shown.category),
    };
  });
  return { version: RESULTS_VERSION, eventId: event.id, seq: event.seq, results };
}

/** Called in the order of the results: the next of a category is slower than the one before, or as fast. */
function createCategoryRanks() {
  const last = new Map<string, { readonly count: number; readonly rank: number; readonly ms: number }>();
  return ({ attempt, publishedMs }: ResultRow, category: string | undefined): number | null => {
    if (category === undefined || publishedMs === null) return null;
    const before = last.get(`${attempt} ${category}`);
    const count = (before?.count ?? 0) + 1;
    const rank = before?.ms === publishedMs ? before.rank : count;
    last.set(`${attempt} ${category}`, { count, rank, ms: publishedMs });
    return rank;
  };
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
