import type { Course, Official, TeamRules } from '../../domain/events/race-format.ts';
import type { HowRanked } from '../../domain/results/rank-rows.ts';
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
  readonly official: Official | null;
  readonly rows: readonly ResultRow[];
  readonly teamRules: TeamRules | null;
  readonly ranking: HowRanked;
  readonly course: Course | null;
  readonly conditions: string | null;
}

/** Null when there is no such event, or when its rows are behind its log: incomplete results are never shown. */
export async function readResults(db: Database, eventId: string): Promise<EventResults | null> {
  const found = await db
    .selectFrom('events')
    .leftJoin('results', 'results.eventId', 'events.id')
    .selectAll('results')
    .select(['events.seq as eventSeq', 'events.official', 'events.teamRules', 'events.ranking', 'events.course'])
    .select('events.conditions')
    .where('events.id', '=', eventId)
    .whereRef('events.resultsSeq', '=', 'events.seq')
    .where('events.ranking', 'is not', null)
    .orderBy('results.racerId')
    .orderBy('results.attempt')
    .execute();
  if (found.length === 0) return null;
  const rows = found.flatMap(
    ({ eventSeq: _eventSeq, official: _o, teamRules: _t, ranking: _r, course: _c, conditions: _said, ...row }) =>
      row.eventId === null ? [] : [row as StoredResult],
  );
  const { eventSeq: seq, official, teamRules, ranking, course, conditions } = found[0]!;
  return {
    seq,
    official: official === null ? null : (JSON.parse(official) as Official),
    rows: rows.map(fromStoredResult),
    teamRules: teamRules === null ? null : (JSON.parse(teamRules) as TeamRules),
    ranking: JSON.parse(ranking!) as HowRanked,
    course: course === null ? null : (JSON.parse(course) as Course),
    conditions,
  };
}
