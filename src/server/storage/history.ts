import type { Course } from '../../domain/model/race-format.ts';
import type { HistoryEvent, HistoryRow } from '../../domain/history/event-result.ts';
import type { ResultStatus } from '../../domain/model/ruling.ts';
import type { Database } from './engine.ts';

/** A racer in the owner's library, with the key of the history's link. */
export interface LinkedRacer {
  readonly id: string;
  readonly ownerId: string;
  readonly name: string;
  readonly isDeleted: boolean;
  readonly linkKey: string | null;
}

/** Racers with the keys of their links, in the order of the ids. */
export async function findLinkedRacers(db: Database, racerIds: readonly string[]): Promise<LinkedRacer[]> {
  const rows = await db
    .selectFrom('racers')
    .leftJoin('historyLinks', 'historyLinks.racerId', 'racers.id')
    .select(['racers.id', 'racers.createdBy as ownerId', 'racers.name', 'racers.deletedAt'])
    .select('historyLinks.key as linkKey')
    .where('racers.id', 'in', racerIds)
    .execute();
  return rows
    .map(({ deletedAt, ...row }) => ({ ...row, isDeleted: deletedAt !== null }))
    .toSorted((one, other) => racerIds.indexOf(one.id) - racerIds.indexOf(other.id));
}

interface LinkOfPerson {
  readonly racerIds: readonly string[];
  readonly ownerId: string;
  readonly key: string | null;
}

/** Null withdraws the links of all `racerIds`, who are one person; a key is that of the first. The first statement locks the racer: one who is deleted at the same moment gets no link. */
export async function setHistoryLink(
  db: Database,
  { racerIds, ownerId, key }: LinkOfPerson,
  now: number,
): Promise<boolean> {
  const racerId = racerIds[0]!;
  return db.transaction().execute(async (trx) => {
    const own = await trx
      .updateTable('racers')
      .set({ createdBy: ownerId })
      .where('id', '=', racerId)
      .where('createdBy', '=', ownerId)
      .where('deletedAt', 'is', null)
      .returning('id')
      .executeTakeFirst();
    if (own === undefined) return false;
    await trx.deleteFrom('historyLinks').where('racerId', 'in', racerIds).where('ownerId', '=', ownerId).execute();
    if (key !== null) await trx.insertInto('historyLinks').values({ racerId, ownerId, key, createdAt: now }).execute();
    return true;
  });
}

export interface RacerResult extends HistoryRow {
  readonly name: string;
  readonly publicName: string;
  readonly event: HistoryEvent;
  /** Viewer key for a link to the event's page; null where the event is not public. */
  readonly viewerKey: string | null;
  /** The results of the event are behind its log. */
  readonly isBehind: boolean;
}

/** The newest results of these racers in events of one owner, the newest first. */
export async function listRacerResults(
  db: Database,
  ownerId: string,
  racerIds: readonly string[],
  most: number,
): Promise<RacerResult[]> {
  const rows = await db
    .selectFrom('results')
    .innerJoin('events', 'events.id', 'results.eventId')
    .innerJoin('eventKeys', 'eventKeys.eventId', 'events.id')
    .select(['results.eventId', 'results.racerId', 'results.attempt', 'results.name', 'results.publicName'])
    .select(['results.status', 'results.startAt', 'results.publishedMs', 'eventKeys.viewer'])
    .select(['events.name as eventName', 'events.createdAt', 'events.timeZone', 'events.course', 'events.conditions'])
    .select(['events.sharedGroupId', 'events.seq', 'events.resultsSeq'])
    .where('results.racerId', 'in', racerIds)
    .where('events.ownerId', '=', ownerId)
    .where('events.deletedAt', 'is', null)
    .where('events.goneAt', 'is', null)
    .orderBy((by) => by.fn.coalesce('results.startAt', 'events.createdAt'), 'desc')
    .orderBy('results.eventId')
    .orderBy('results.attempt')
    .limit(most)
    .execute();
  return rows.map((row) => ({
    eventId: row.eventId,
    racerId: row.racerId,
    attempt: row.attempt,
    name: row.name,
    publicName: row.publicName,
    status: row.status as ResultStatus,
    startAt: row.startAt,
    publishedMs: row.publishedMs,
    event: {
      id: row.eventId,
      name: row.eventName,
      createdAt: row.createdAt,
      timeZone: row.timeZone,
      course: row.course === null ? null : (JSON.parse(row.course) as Course),
      conditions: row.conditions ?? '',
    },
    viewerKey: row.sharedGroupId === null ? null : row.viewer,
    isBehind: row.resultsSeq < row.seq,
  }));
}

/** An event on a course of its owner. */
export interface CourseEvent {
  readonly id: string;
  readonly courseKey: string;
  readonly createdAt: number;
  readonly seq: number;
  readonly rewrites: number;
  readonly total: number;
  readonly showsBests: number | null;
}

/** The events of the same owner on the course of an event, the newest first, itself among them. Empty without a course. */
export async function listCourseEvents(
  db: Database,
  eventId: string,
  most: number,
): Promise<(CourseEvent & { readonly ownerId: string })[]> {
  const rows = await db
    .selectFrom('events as own')
    .innerJoin('events', (join) =>
      join.onRef('events.ownerId', '=', 'own.ownerId').onRef('events.courseKey', '=', 'own.courseKey'),
    )
    .select(['events.id', 'events.courseKey', 'events.createdAt', 'events.seq', 'events.rewrites'])
    .select(['events.total', 'events.showsBests', 'events.ownerId'])
    .where('own.id', '=', eventId)
    .where('events.deletedAt', 'is', null)
    .where('events.goneAt', 'is', null)
    .orderBy((by) => by.case().when('events.id', '=', eventId).then(0).else(1).end())
    .orderBy('events.createdAt', 'desc')
    .orderBy('events.id')
    .limit(most)
    .execute();
  return rows
    .map((row) => ({ ...row, courseKey: row.courseKey! }))
    .toSorted((one, other) => other.createdAt - one.createdAt);
}
