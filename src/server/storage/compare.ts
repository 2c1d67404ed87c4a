import { sql } from 'kysely';
import type { Course } from '../../domain/model/race-format.ts';
import type { SplitPoint } from '../../domain/model/race-settings.ts';
import type { RecordTime } from '../../domain/history/course-records.ts';
import type { ComparedRow } from '../../domain/history/races.ts';
import type { SplitTime } from '../../domain/results/rows.ts';
import type { Total } from '../../domain/results/totals.ts';
import type { RaceInfo } from '../../protocol/compare.ts';
import type { Database } from './engine.ts';
import { MAX_OWN_RACES } from '../../protocol/limits.ts';

/** An event to compare, before it is known whether its results are complete. */
export interface OwnRace extends RaceInfo {
  readonly points: readonly SplitPoint[];
  readonly seq: number;
  readonly resultsSeq: number;
  /** Stored rows of results, of all attempts. */
  readonly rows: number;
}

/** Races that a reader asks for; with neither field, all races of the owner. */
export interface WantedRaces {
  readonly ids?: readonly string[];
  readonly courseKey?: string;
}

/** The newest events of an owner that have results, or those of them that are asked for. Deleted events are none. */
export async function listOwnRaces(db: Database, ownerId: string, wanted: WantedRaces = {}): Promise<OwnRace[]> {
  const events = await db
    .selectFrom('events')
    .select(['id', 'name', 'createdAt', 'timeZone', 'seq', 'resultsSeq', 'finished'])
    .select(['course', 'courseKey', 'conditions', 'points'])
    .where('ownerId', '=', ownerId)
    .where('deletedAt', 'is', null)
    .where('goneAt', 'is', null)
    .$if(wanted.ids === undefined, (query) => query.where('finished', '>', 0))
    .$if(wanted.ids !== undefined, (query) => query.where('id', 'in', wanted.ids!))
    .$if(wanted.courseKey !== undefined, (query) => query.where('courseKey', '=', wanted.courseKey!))
    .orderBy('createdAt', 'desc')
    .orderBy('id')
    .limit(MAX_OWN_RACES)
    .execute();
  const dates = await datesOf(
    db,
    events.map(({ id }) => id),
  );
  return events
    .map(({ createdAt, course, conditions, points, ...event }) => ({
      ...event,
      at: dates.get(event.id)?.at ?? createdAt,
      rows: dates.get(event.id)?.rows ?? 0,
      course: course === null ? null : (JSON.parse(course) as Course),
      conditions: conditions ?? '',
      points: points === null ? [] : (JSON.parse(points) as SplitPoint[]),
    }))
    .toSorted((one, other) => other.at - one.at || (one.id < other.id ? -1 : 1));
}

/** The first start of each event, and how many rows there are to read: an event is often created long before the race. */
async function datesOf(
  db: Database,
  eventIds: readonly string[],
): Promise<ReadonlyMap<string, { readonly at: number | null; readonly rows: number }>> {
  if (eventIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('results')
    .select((column) => ['eventId', column.fn.min('startAt').as('at'), column.fn.countAll().as('rows')])
    .where('eventId', 'in', eventIds)
    .groupBy('eventId')
    .execute();
  return new Map(
    rows.map(({ eventId, at, rows: count }) => [eventId, { at: at === null ? null : Number(at), rows: Number(count) }]),
  );
}

/** Rows of each event, with only the columns that a comparison needs. */
export async function listComparedRows(
  db: Database,
  eventIds: readonly string[],
): Promise<ReadonlyMap<string, ComparedRow[]>> {
  const found = new Map<string, ComparedRow[]>(eventIds.map((id) => [id, []]));
  if (eventIds.length === 0) return found;
  const rows = await db
    .selectFrom('results')
    .select(['eventId', 'racerId', 'attempt', 'name', 'startAt', 'finishAt', 'splits', 'publishedMs', 'total'])
    .where('eventId', 'in', eventIds)
    .execute();
  for (const { eventId, splits, total, ...row } of rows) {
    found.get(eventId)!.push({
      ...row,
      splits: JSON.parse(splits) as SplitTime[],
      total: total === null ? null : (JSON.parse(total) as Total),
    });
  }
  return found;
}

/**
 * The fastest run of each category in these events, and of racers without one; of equal ones the first. The database looks
 * for them: of 50,000 results a few lines are read here.
 */
export async function listFastest(db: Database, eventIds: readonly string[]): Promise<RecordTime[]> {
  if (eventIds.length === 0) return [];
  const timed = db
    .selectFrom('results')
    .innerJoin('events', 'events.id', 'results.eventId')
    .select(['eventId', 'racerId', 'results.name', 'category', 'publishedMs as ms'])
    .select(({ fn }) => fn.coalesce('startAt', 'events.createdAt').as('at'))
    .select(
      sql<number>`row_number() over (
        partition by "category" order by "publishedMs", coalesce("startAt", "events"."createdAt"), "racerId"
      )`.as('place'),
    )
    .where('eventId', 'in', eventIds)
    .where('publishedMs', 'is not', null);
  const rows = await db
    .selectFrom(timed.as('timed'))
    .select(['eventId', 'racerId', 'name', 'category', 'ms', 'at'])
    .where('place', '=', 1)
    .execute();
  return rows.map(({ ms, at, ...row }) => ({ ...row, ms: ms!, at: Number(at) }));
}
