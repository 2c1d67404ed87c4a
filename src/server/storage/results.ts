import type { Course, Official, TeamRules } from '../../domain/events/race-format.ts';
import type { ResultRow } from '../../domain/results/rows.ts';
import type { ResultStatus } from '../../domain/results/ruling.ts';
import type { Database } from './database.ts';
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

export function fromStoredResult(stored: StoredResult): ResultRow {
  const { groups, splits, status, details, publicDetails, adjusted, correction, total, ...row } = stored;
  return {
    ...row,
    status: status as ResultStatus,
    groups: JSON.parse(groups) as ResultRow['groups'],
    splits: JSON.parse(splits) as ResultRow['splits'],
    details: details === null ? null : (JSON.parse(details) as ResultRow['details']),
    publicDetails: publicDetails === null ? null : (JSON.parse(publicDetails) as ResultRow['publicDetails']),
    correction: correction === null ? null : (JSON.parse(correction) as ResultRow['correction']),
    adjusted: adjusted === null ? null : (JSON.parse(adjusted) as ResultRow['adjusted']),
    total: total === null ? null : (JSON.parse(total) as ResultRow['total']),
  };
}

/** Results of an event at one seq of its log. */
export interface EventResults {
  readonly seq: number;
  /** Count of rewrites of the log. */
  readonly rewrites: number;
  readonly official: Official | null;
  readonly rows: readonly ResultRow[];
  readonly teamRules: TeamRules | null;
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
    .select(['events.seq as eventSeq', 'events.rewrites', 'events.official', 'events.teamRules'])
    .select(['events.course', 'events.conditions', 'whole.count'])
    .where('events.id', '=', eventId)
    .whereRef('events.resultsSeq', '=', 'events.seq')
    .execute();
  if (found.length === 0) return null;
  const rows = found.flatMap(
    ({ eventSeq: _seq, rewrites: _w, official: _o, teamRules: _t, course: _c, conditions: _said, count: _n, ...row }) =>
      row.eventId === null ? [] : [fromStoredResult(row as StoredResult)],
  );
  const { eventSeq: seq, rewrites, official, teamRules, course, conditions, count } = found[0]!;
  return {
    seq,
    rewrites,
    official: official === null ? null : (JSON.parse(official) as Official),
    rows,
    teamRules: teamRules === null ? null : (JSON.parse(teamRules) as TeamRules),
    course: course === null ? null : (JSON.parse(course) as Course),
    conditions,
    count: Number(count),
  };
}
