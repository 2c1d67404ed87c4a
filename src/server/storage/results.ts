import type { Official } from '../../domain/model/official.ts';
import type { Course, TeamRules } from '../../domain/model/race-format.ts';
import type { SplitPoint } from '../../domain/model/race-settings.ts';
import type { HowRanked } from '../../domain/results/rank-rows.ts';
import type { ResultRow } from '../../domain/results/rows.ts';
import type { ResultStatus } from '../../domain/model/ruling.ts';
import type { Database } from './engine.ts';
import type { Schema } from './schema.ts';

export type StoredResult = Schema['results'];

/** The row is spread whole: taking two properties out first copies it one by one, 500 times for a command about 500 racers. */
export function toStoredResult(row: ResultRow): StoredResult {
  const { groups, splits, details, publicDetails, adjusted, correction, total } = row;
  return {
    ...row,
    groups: JSON.stringify(groups),
    splits: JSON.stringify(splits),
    details: details && JSON.stringify(details),
    publicDetails: publicDetails && JSON.stringify(publicDetails),
    correction: correction && JSON.stringify(correction),
    adjusted: adjusted && JSON.stringify(adjusted),
    total: total && JSON.stringify(total),
  };
}

/** Written out: taking properties out of the rest of an object takes longer than reading the row, and 5,000 are read at once. */
const fromStoredResult = (row: StoredResult): ResultRow => ({
  eventId: row.eventId,
  racerId: row.racerId,
  attempt: row.attempt,
  name: row.name,
  publicName: row.publicName === row.name ? row.name : row.publicName,
  bib: row.bib,
  groups: row.groups === '[]' ? [] : (JSON.parse(row.groups) as ResultRow['groups']),
  category: row.category,
  details: parse<ResultRow['details']>(row.details),
  publicDetails: parse<ResultRow['publicDetails']>(row.publicDetails),
  handicapMs: row.handicapMs,
  adjusted: parse<ResultRow['adjusted']>(row.adjusted),
  status: row.status as ResultStatus,
  startAt: row.startAt,
  finishAt: row.finishAt,
  splits: row.splits === '[]' ? [] : (JSON.parse(row.splits) as ResultRow['splits']),
  grossMs: row.grossMs,
  penaltyMs: row.penaltyMs,
  netMs: row.netMs,
  publishedMs: row.publishedMs,
  uncertaintyMs: row.uncertaintyMs,
  checkedMs: row.checkedMs,
  correction: parse<ResultRow['correction']>(row.correction),
  total: parse<ResultRow['total']>(row.total),
  seq: row.seq,
});

const parse = <Value>(text: string | null): Value | null => (text === null ? null : (JSON.parse(text) as Value));

/** Results of an event at one seq of its log. */
export interface EventResults {
  readonly seq: number;
  /** Count of rewrites of the log. */
  readonly rewrites: number;
  readonly name: string;
  readonly timeZone: string;
  readonly points: readonly SplitPoint[];
  readonly official: Official | null;
  readonly rows: readonly ResultRow[];
  readonly teamRules: TeamRules | null;
  readonly ranking: HowRanked;
  readonly course: Course | null;
  readonly conditions: string | null;
}

export interface ResultsSince extends EventResults {
  /** The number of all rows of the event. Rows that were deleted are in no other way told. */
  readonly count: number;
}

/**
 * The rows that were written after a seq; all of them after 0. In one statement, which sees one moment. Null when there
 * is no such event, or when its rows are behind its log: incomplete results are never shown.
 */
export async function readResultsSince(db: Database, eventId: string, after: number): Promise<ResultsSince | null> {
  const found = await db
    .selectFrom('events')
    .innerJoin(
      (from) =>
        from
          .selectFrom('results as own')
          .select((all) => all.fn.countAll<number>().as('count'))
          .where('own.eventId', '=', eventId)
          .as('whole'),
      (join) => join.onTrue(),
    )
    .leftJoin('results', (join) => join.onRef('results.eventId', '=', 'events.id').on('results.seq', '>', after))
    .selectAll('results')
    .select(['events.seq as eventSeq', 'events.rewrites', 'events.official', 'events.teamRules', 'events.ranking'])
    .select(['events.name as eventName', 'events.timeZone', 'events.points', 'events.course', 'events.conditions'])
    .select('whole.count')
    .where('events.id', '=', eventId)
    .whereRef('events.resultsSeq', '=', 'events.seq')
    .where('events.ranking', 'is not', null)
    .execute();
  if (found.length === 0) return null;
  // A look that finds no row of this kind is one row of the event alone.
  const rows = found[0]!.eventId === null ? [] : found.map((row) => fromStoredResult(row as StoredResult));
  const { eventSeq: seq, eventName: name, timeZone, points, ...event } = found[0]!;
  const { rewrites, official, teamRules, ranking, course, conditions, count } = event;
  return {
    seq,
    rewrites,
    name,
    timeZone,
    points: parse<readonly SplitPoint[]>(points) ?? [],
    official: parse<Official>(official),
    rows,
    teamRules: parse<TeamRules>(teamRules),
    ranking: parse<HowRanked>(ranking)!,
    course: parse<Course>(course),
    conditions,
    count: Number(count),
  };
}
