import { type ExpressionBuilder, sql, SqliteAdapter } from 'kysely';
import type { TeamRules } from '../../domain/model/race-format.ts';
import type { ListedSeries, SeriesDocument } from '../../protocol/series.ts';
import type { Database, Engine, Storage } from './engine.ts';
import type { CourseEvent } from './history.ts';
import { hasRoom } from './room.ts';
import type { Schema } from './schema.ts';
import { MAX_SERIES } from '../../protocol/limits.ts';

export interface StoredSeries {
  readonly id: string;
  readonly ownerId: string;
  readonly version: number;
  readonly linkKey: string | null;
  readonly createdAt: number;
  readonly document: SeriesDocument;
}

/** The database counts the events: to parse a hundred documents of 200 KB here took a hundred times as long as a plain page. */
export async function listSeries(db: Database, ownerId: string): Promise<ListedSeries[]> {
  const isSqlite = db.getExecutor().adapter instanceof SqliteAdapter;
  const eventIds = isSqlite ? sql`document -> 'eventIds'` : sql`document::json -> 'eventIds'`;
  const rows = await db
    .selectFrom('series')
    .select(['id', 'name', 'linkKey', 'createdAt', sql<number>`json_array_length(${eventIds})`.as('events')])
    .where('ownerId', '=', ownerId)
    .orderBy('createdAt', 'desc')
    .orderBy('id')
    .limit(MAX_SERIES)
    .execute();
  return rows.map(({ linkKey, ...series }) => ({ ...series, isPublic: linkKey !== null }));
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
    // The text is searched first, so that most series of the owner are not parsed.
    .where('series.document', 'like', `%${eventId}%`)
    .orderBy('series.createdAt')
    .orderBy('series.id')
    .execute();
  return rows
    .map((row) => ({ ...row, document: JSON.parse(row.document) as SeriesDocument }))
    .filter(({ document }) => document.eventIds.includes(eventId))
    .slice(0, most);
}

/**
 * Series of an owner that hold an event with a result of one of these racers, the newest first. The database looks into the
 * documents: they are 200 KB each at most, and a hundred of them are not parsed here.
 */
export async function listRacerSeries(
  { db, engine }: Storage,
  racerIds: readonly string[],
  { ownerId, areLinked, most }: { readonly ownerId: string; readonly areLinked: boolean; readonly most: number },
): Promise<StoredSeries[]> {
  let query = db
    .selectFrom('series')
    .selectAll()
    .where('ownerId', '=', ownerId)
    .where(holdsRace(db, engine, racerIds));
  if (areLinked) query = query.where('linkKey', 'is not', null);
  const rows = await query.orderBy('createdAt', 'desc').orderBy('id').limit(most).execute();
  return rows.map((row) => ({ ...row, document: JSON.parse(row.document) as SeriesDocument }));
}

export async function countRacerSeries({ db, engine }: Storage, ownerId: string, racerIds: readonly string[]) {
  const { count } = await db
    .selectFrom('series')
    .select((all) => all.fn.countAll().as('count'))
    .where('ownerId', '=', ownerId)
    .where(holdsRace(db, engine, racerIds))
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Whether an event of the series has a result of one of these racers. The list is taken out first: SQLite walks a document slowly. */
function holdsRace(db: Database, engine: Engine, racerIds: readonly string[]) {
  const held =
    engine === 'sqlite'
      ? sql<string>`(select value from json_each(json_extract(document, '$.eventIds')))`
      : sql<string>`(select json_array_elements_text(document::json -> 'eventIds'))`;
  const raced = db.selectFrom('results').select('eventId').where('racerId', 'in', racerIds);
  return ({ exists, selectFrom }: ExpressionBuilder<Schema, 'series'>) =>
    exists(selectFrom(raced.as('raced')).select('raced.eventId').where('raced.eventId', 'in', held));
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
      if (!(await hasRoom(trx, 'series', ownerId, { ownerId }))) return 'too-many';
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

export interface SeriesEventRow extends Omit<CourseEvent, 'courseKey'> {
  readonly name: string;
  readonly timeZone: string;
  readonly onCourse: number;
  readonly viewerKey: string | null;
  readonly teamRules: TeamRules | null;
}

export interface SeriesState {
  readonly state: string;
  /** Count of the owner's merges and separations of racers. */
  readonly merges: number;
}

/**
 * Another text with every change of an event of the series, or of another one on their courses. The database makes it: it
 * is all that standings cost while nothing changes.
 */
export async function readSeriesState(
  { db, engine }: Storage,
  ownerId: string,
  eventIds: readonly string[],
  hasCourses: boolean,
): Promise<SeriesState> {
  const isSqlite = engine === 'sqlite';
  const ids = isSqlite
    ? sql`(select value from json_each(${JSON.stringify(eventIds)}))`
    : sql`(select unnest(${eventIds}::text[]))`;
  const join = sql.raw(isSqlite ? 'group_concat' : 'string_agg');
  const courses = hasCourses ? sql`or "courseKey" in (select "courseKey" from own)` : sql``;
  const { rows } = await sql<{ state: string | null; merges: number | null }>`
    with own as (select id, "courseKey" from events where id in ${ids} and "ownerId" = ${ownerId}),
    moved as (
      select events.id || ' ' || seq || ' ' || rewrites || ' ' || viewer as state
      from events join "eventKeys" on "eventKeys"."eventId" = events.id
      where "ownerId" = ${ownerId} and "deletedAt" is null and "goneAt" is null
        and (events.id in (select id from own) ${courses})
      order by events.id
    )
    select ${join}(state, ',') as state, (select "merges" from "libraries" where "userId" = ${ownerId}) as merges
      from moved`.execute(db);
  return { state: rows[0]?.state ?? '', merges: rows[0]?.merges ?? 0 };
}

export interface SeriesEvents {
  /** The events of these that the owner of the series has, and has not deleted. */
  readonly events: readonly SeriesEventRow[];
  /** The owner's events on the courses of those, themselves among them, the newest first; empty where nobody asks. */
  readonly onCourses: readonly CourseEvent[];
}

/** `most`: events on the courses. */
export async function listSeriesEvents(
  db: Database,
  ownerId: string,
  eventIds: readonly string[],
  most: number,
): Promise<SeriesEvents> {
  if (eventIds.length === 0) return { events: [], onCourses: [] };
  const rows = await db
    .with('own', (from) =>
      from.selectFrom('events').select(['id', 'courseKey']).where('id', 'in', eventIds).where('ownerId', '=', ownerId),
    )
    .selectFrom('events')
    .innerJoin('eventKeys', 'eventKeys.eventId', 'events.id')
    .leftJoin('own', 'own.id', 'events.id')
    .select(['events.id', 'name', 'createdAt', 'timeZone', 'seq', 'rewrites', 'onCourse', 'total', 'sharedGroupId'])
    .select(['events.courseKey', 'showsBests', 'eventKeys.viewer', 'teamRules', 'own.id as ownId'])
    .where('ownerId', '=', ownerId)
    .where('deletedAt', 'is', null)
    .where('goneAt', 'is', null)
    .where((where) =>
      where.or([
        where('own.id', 'is not', null),
        ...(most > 0
          ? [where('events.courseKey', 'in', (from) => from.selectFrom('own as by').select('by.courseKey'))]
          : []),
      ]),
    )
    .orderBy((by) => by.case().when('own.id', 'is', null).then(1).else(0).end())
    .orderBy('createdAt', 'desc')
    .orderBy('events.id')
    .limit(eventIds.length + most)
    .execute();
  const events: SeriesEventRow[] = [];
  const onCourses: CourseEvent[] = [];
  for (const row of rows) {
    const { id, createdAt, seq, rewrites, total, showsBests, courseKey } = row;
    const event = { id, createdAt, seq, rewrites, total, showsBests };
    if (most > 0 && courseKey !== null) onCourses.push({ ...event, courseKey });
    if (row.ownId === null) continue;
    events.push({
      ...event,
      name: row.name,
      timeZone: row.timeZone,
      onCourse: row.onCourse,
      teamRules: row.teamRules === null ? null : (JSON.parse(row.teamRules) as TeamRules),
      viewerKey: row.sharedGroupId === null ? null : row.viewer,
    });
  }
  return { events, onCourses: onCourses.toSorted((one, other) => other.createdAt - one.createdAt) };
}
