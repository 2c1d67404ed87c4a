import type { TeamRules } from '../../domain/events/race-format.ts';
import { type ListedSeries, MAX_SERIES, type SeriesDocument } from '../../protocol/series.ts';
import type { Database } from './database.ts';

export interface StoredSeries {
  readonly id: string;
  readonly ownerId: string;
  readonly version: number;
  readonly linkKey: string | null;
  readonly createdAt: number;
  readonly document: SeriesDocument;
}

export async function listSeries(db: Database, ownerId: string): Promise<ListedSeries[]> {
  const rows = await db
    .selectFrom('series')
    .selectAll()
    .where('ownerId', '=', ownerId)
    .orderBy('createdAt', 'desc')
    .orderBy('id')
    .limit(MAX_SERIES)
    .execute();
  return rows.map(({ id, name, document, linkKey, createdAt }) => {
    const { eventIds } = JSON.parse(document) as SeriesDocument;
    return { id, name, createdAt, events: eventIds.length, isPublic: linkKey !== null };
  });
}

export async function findSeries(db: Database, seriesId: string): Promise<StoredSeries | undefined> {
  const row = await db.selectFrom('series').selectAll().where('id', '=', seriesId).executeTakeFirst();
  return row && { ...row, document: JSON.parse(row.document) as SeriesDocument };
}

/**
 * Series that hold an event and can be read by a link, the first made first. None where the event is deleted, or belongs
 * to another person now.
 */
export async function listLinkedSeries(db: Database, eventId: string, most: number): Promise<StoredSeries[]> {
  const rows = await db
    .selectFrom('series')
    .innerJoin('events', 'events.ownerId', 'series.ownerId')
    .selectAll('series')
    .where('events.id', '=', eventId)
    .where('events.deletedAt', 'is', null)
    .where('events.goneAt', 'is', null)
    .where('series.linkKey', 'is not', null)
    // Most series of the owner are not parsed.
    .where('series.document', 'like', `%${eventId}%`)
    .orderBy('series.createdAt')
    .orderBy('series.id')
    .execute();
  return rows
    .map((row) => ({ ...row, document: JSON.parse(row.document) as SeriesDocument }))
    .filter(({ document }) => document.eventIds.includes(eventId))
    .slice(0, most);
}

export async function isSeriesLinked(db: Database, seriesId: string): Promise<boolean> {
  const row = await db.selectFrom('series').select('linkKey').where('id', '=', seriesId).executeTakeFirst();
  return row !== undefined && row.linkKey !== null;
}

export type SavedSeries = { readonly version: number } | 'conflict' | 'not-found' | 'too-many';

/** Stores a change that was made from `version`; a new series has 0. */
export async function saveSeries(
  db: Database,
  { id, ownerId, version, document }: Omit<StoredSeries, 'linkKey' | 'createdAt'>,
  now: number,
): Promise<SavedSeries> {
  return db.transaction().execute(async (trx) => {
    const found = await trx.selectFrom('series').select(['ownerId', 'version']).where('id', '=', id).executeTakeFirst();
    if (found !== undefined && found.ownerId !== ownerId) return 'not-found';
    const columns = { name: document.name, document: JSON.stringify(document), version: version + 1 };
    if (found === undefined) {
      if (version !== 0) return 'not-found';
      const { count } = await trx
        .selectFrom('series')
        .select((column) => column.fn.countAll().as('count'))
        .where('ownerId', '=', ownerId)
        .executeTakeFirstOrThrow();
      if (Number(count) >= MAX_SERIES) return 'too-many';
      const inserted = await trx
        .insertInto('series')
        .values({ id, ownerId, ...columns, linkKey: null, createdAt: now })
        .onConflict((conflict) => conflict.doNothing())
        .returning('id')
        .executeTakeFirst();
      return inserted === undefined ? 'conflict' : { version: columns.version };
    }
    const updated = await trx
      .updateTable('series')
      .set(columns)
      .where('id', '=', id)
      .where('version', '=', version)
      .returning('id')
      .executeTakeFirst();
    return updated === undefined ? 'conflict' : { version: columns.version };
  });
}

export async function deleteSeries(db: Database, seriesId: string, ownerId: string): Promise<boolean> {
  const query = db.deleteFrom('series').where('id', '=', seriesId).where('ownerId', '=', ownerId).returning('id');
  return (await query.executeTakeFirst()) !== undefined;
}

export async function setSeriesLink(
  db: Database,
  seriesId: string,
  ownerId: string,
  linkKey: string | null,
): Promise<boolean> {
  const query = db.updateTable('series').set({ linkKey }).where('id', '=', seriesId).where('ownerId', '=', ownerId);
  return (await query.returning('id').executeTakeFirst()) !== undefined;
}

export interface SeriesEventRow {
  readonly id: string;
  readonly name: string;
  readonly createdAt: number;
  readonly timeZone: string;
  readonly seq: number;
  readonly rewrites: number;
  readonly onCourse: number;
  readonly total: number;
  readonly viewerKey: string | null;
  readonly teamRules: TeamRules | null;
}

/** The events of these that the owner of the series has, and has not deleted. */
export async function listSeriesEvents(
  db: Database,
  ownerId: string,
  eventIds: readonly string[],
): Promise<SeriesEventRow[]> {
  if (eventIds.length === 0) return [];
  const rows = await db
    .selectFrom('events')
    .innerJoin('eventKeys', 'eventKeys.eventId', 'events.id')
    .select(['id', 'name', 'createdAt', 'timeZone', 'seq', 'rewrites', 'onCourse', 'total', 'sharedGroupId'])
    .select(['eventKeys.viewer', 'teamRules'])
    .where('id', 'in', eventIds)
    .where('ownerId', '=', ownerId)
    .where('deletedAt', 'is', null)
    .where('goneAt', 'is', null)
    .execute();
  return rows.map(({ sharedGroupId, viewer, teamRules, ...row }) => ({
    ...row,
    teamRules: teamRules === null ? null : (JSON.parse(teamRules) as TeamRules),
    viewerKey: sharedGroupId === null ? null : viewer,
  }));
}
