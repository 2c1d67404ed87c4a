import { extend } from '../../domain/events/apply.ts';
import type { Change } from '../../domain/events/changes.ts';
import type { EventState } from '../../domain/events/state.ts';
import type { EventHistory } from '../../protocol/event-reads.ts';
import type { Racer } from '../../domain/racers/library.ts';
import { MAX_LISTED_EVENTS, MAX_SHARED_EVENTS } from '../../protocol/limits.ts';
import type { GuestKeys, ListedEvent, SharedGroup } from '../../protocol/live.ts';
import { parseSnapshot, readChanges, toRacer } from './command-store.ts';
import type { Database } from './database.ts';
import { subjectsOfPerson } from './event-doors.ts';

/** Null when there is no such event. A deleted one is still there, with its `deletedAt`. */
export async function readEvent(db: Database, eventId: string): Promise<EventState | null> {
  const row = await db.selectFrom('snapshots').select('state').where('eventId', '=', eventId).executeTakeFirst();
  if (row === undefined) return null;
  const snapshot = parseSnapshot(row.state);
  return extend(snapshot, await readChanges(db, eventId, snapshot.seq));
}

/** At most so many changes before a number, the newest first. */
export async function readHistory(db: Database, eventId: string, before: number, most: number): Promise<EventHistory> {
  const rows = await db
    .selectFrom('changes')
    .select('body')
    .where('eventId', '=', eventId)
    .where('seq', '<', before)
    .orderBy('seq', 'desc')
    .limit(most + 1)
    .execute();
  const changes = rows.slice(0, most).map(({ body }) => JSON.parse(body) as Change);
  return { changes, hasMore: rows.length > most };
}

export async function readEventSeq(db: Database, eventId: string): Promise<number | undefined> {
  return (await db.selectFrom('events').select('seq').where('id', '=', eventId).executeTakeFirst())?.seq;
}

export async function readGuestKeys(db: Database, eventId: string): Promise<GuestKeys | undefined> {
  return db.selectFrom('eventKeys').select(['admin', 'viewer']).where('eventId', '=', eventId).executeTakeFirst();
}

/** The events where this person is an admin, the newest first; the deleted ones only for their owner. */
interface Listing {
  readonly userId: string;
  readonly verifiedEmail: string | null;
}

export async function listEvents(db: Database, person: Listing): Promise<ListedEvent[]> {
  return (await readListed(db, person)).map(({ listed }) => listed);
}

/** With how far the log of each has come. */
export async function readListed(db: Database, person: Listing): Promise<{ listed: ListedEvent; seq: number }[]> {
  const { userId } = person;
  const rows = await db
    .selectFrom('events')
    .select([
      'id',
      'seq',
      'name',
      'createdAt',
      'deletedAt',
      'ownerId',
      'awaitingCredits',
      'total',
      'finished',
      'onCourse',
    ])
    .where('id', 'in', (query) =>
      query.selectFrom('eventAdmins').select('eventId').where('subject', 'in', subjectsOfPerson(person)),
    )
    .where((where) => where.or([where('deletedAt', 'is', null), where('ownerId', '=', userId)]))
    .orderBy('createdAt', 'desc')
    .orderBy('id')
    .limit(MAX_LISTED_EVENTS)
    .execute();
  return rows.map(({ seq, ownerId, awaitingCredits, ...event }) => ({
    seq,
    listed: { ...event, isOwner: ownerId === userId, awaitingCredits: awaitingCredits === 1 },
  }));
}

export async function listRacers(db: Database, userId: string): Promise<Racer[]> {
  const rows = await db
    .selectFrom('racers')
    .selectAll()
    .where('createdBy', '=', userId)
    .where('deletedAt', 'is', null)
    .orderBy('createdAt')
    .orderBy('id')
    .execute();
  return rows.map((row) => toRacer(row).racer);
}

/** What the public sees of a share group. An unknown group has no name and no events. */
export async function readSharedGroup(db: Database, groupId: string): Promise<SharedGroup> {
  const group = await db.selectFrom('shareGroups').select('name').where('id', '=', groupId).executeTakeFirst();
  if (group === undefined) return { id: groupId, name: null, events: [] };
  const rows = await db
    .selectFrom('events')
    .innerJoin('eventKeys', 'eventKeys.eventId', 'events.id')
    .select(['events.id', 'events.name', 'events.createdAt', 'events.timeZone', 'eventKeys.viewer as viewerKey'])
    .where('sharedGroupId', '=', groupId)
    .where('deletedAt', 'is', null)
    .orderBy('events.createdAt', 'desc')
    .orderBy('events.id')
    .limit(MAX_SHARED_EVENTS)
    .execute();
  return { id: groupId, name: group.name, events: rows };
}

const MOST_AT_ONCE = 1000;

/** How far a log has come, and whether it still says what it said. */
export interface LogHead {
  readonly seq: number;
  /** How often it was rewritten, and where it ended then. */
  readonly rewrites: number;
  readonly rewrittenSeq: number;
}

export async function readLogHeads(db: Database, eventIds: readonly string[]): Promise<ReadonlyMap<string, LogHead>> {
  const found = new Map<string, LogHead>();
  for (let from = 0; from < eventIds.length; from += MOST_AT_ONCE) {
    const some = eventIds.slice(from, from + MOST_AT_ONCE);
    const rows = await db
      .selectFrom('events')
      .select(['id', 'seq', 'rewrites', 'rewrittenSeq'])
      .where('id', 'in', some)
      .execute();
    for (const { id, ...head } of rows) found.set(id, head);
  }
  return found;
}
