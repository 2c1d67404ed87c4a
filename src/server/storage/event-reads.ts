import { extend } from '../../domain/events/apply.ts';
import type { Change } from '../../domain/model/changes.ts';
import type { EventState } from '../../domain/model/state.ts';
import type { RaceOfList } from '../../protocol/api-reads.ts';
import type { EventHistory } from '../../protocol/event-reads.ts';
import type { Racer } from '../../domain/racers/library.ts';
import { MAX_LISTED_EVENTS, MAX_SHARED_EVENTS } from '../../protocol/limits.ts';
import type { GuestKeys, ListedEvent, SharedGroup } from '../../protocol/live.ts';
import { readChanges, toRacer } from './command-store.ts';
import type { Cursor } from './cursor.ts';
import type { Database, Storage } from './engine.ts';
import { subjectsOfPerson } from './event-doors.ts';
import { findProfile } from './profiles.ts';
import { findShareGroup } from './share-groups.ts';
import { keepBuiltState, readSnapshot } from './snapshots.ts';

/** Null when there is no such event. A deleted one still exists, with its `deletedAt`. */
export async function readEvent(db: Database, eventId: string): Promise<EventState | null> {
  const snapshot = await readSnapshot(db, eventId);
  return extend(snapshot, await readChanges(db, eventId, snapshot?.seq ?? 0));
}

/**
 * Like `readEvent`, and stores a state that had to be built from the whole log: after an upgrade, an event without new
 * changes would otherwise be built anew whenever a node has forgotten it.
 */
export async function readEventOnce(storage: Storage, eventId: string, rewrites: number): Promise<EventState | null> {
  const { db } = storage;
  const snapshot = await readSnapshot(db, eventId);
  const event = extend(snapshot, await readChanges(db, eventId, snapshot?.seq ?? 0));
  // A failure to store is ignored: the reader has the answer, and the next one builds it again.
  if (snapshot === null && event !== null) await keepBuiltState(storage, event, rewrites).catch(() => undefined);
  return event;
}

/** A page of changes before a seq, the newest first. */
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

export async function readGuestKeys(db: Database, eventId: string): Promise<GuestKeys | undefined> {
  return db.selectFrom('eventKeys').select(['admin', 'viewer']).where('eventId', '=', eventId).executeTakeFirst();
}

const listedColumns = [
  'id',
  'name',
  'createdAt',
  'deletedAt',
  'ownerId',
  'awaitingCredits',
  'total',
  'finished',
  'onCourse',
  'seq',
] as const;

/** Columns of an event in a list, before it is known whose list it is. */
export interface ListedRow extends Omit<ListedEvent, 'isOwner'> {
  readonly ownerId: string;
  readonly seq: number;
}

/** Rows of events for readers who list them already. */
export async function readListed(db: Database, eventIds: readonly string[]): Promise<ListedRow[]> {
  const rows = await db.selectFrom('events').select(listedColumns).where('id', 'in', eventIds).execute();
  return rows.map((row) => ({ ...row, awaitingCredits: row.awaitingCredits === 1 }));
}

/** Events where this person is an admin, the newest first; deleted events only for their owner. */
interface Listing {
  readonly userId: string;
  readonly verifiedEmail: string | null;
}

export async function listEvents(db: Database, person: Listing): Promise<ListedEvent[]> {
  return (await listWithSeqs(db, person)).map(({ listed }) => listed);
}

/** A page of the events where this person is an admin, without deleted ones, and where the next page begins. */
export async function listEventPage(
  db: Database,
  person: Listing,
  { after, limit }: { readonly after: Cursor | null; readonly limit: number },
): Promise<{ readonly events: readonly RaceOfList[]; readonly next: Cursor | null }> {
  const rows = await adminOf(db, person)
    // No column that is not told: each costs a thousand values.
    .select(['id', 'name', 'createdAt', 'timeZone', 'ownerId', 'total', 'finished', 'onCourse'])
    // The index has the first start of each event: no other row of its results is read.
    .select((of) =>
      of
        .selectFrom('results')
        .select((results) => results.fn.min('startAt').as('at'))
        .whereRef('results.eventId', '=', 'events.id')
        .where('startAt', 'is not', null)
        .as('startedAt'),
    )
    .where('deletedAt', 'is', null)
    .$if(after !== null, (query) =>
      query.where((where) =>
        where.or([
          where('createdAt', '<', after!.createdAt),
          where.and([where('createdAt', '=', after!.createdAt), where('id', '>', after!.id)]),
        ]),
      ),
    )
    .limit(limit + 1)
    .execute();
  return { events: rows.slice(0, limit), next: rows.length <= limit ? null : rows[limit - 1]! };
}

/** Listed events, each with the seq of its log. */
export async function listWithSeqs(db: Database, person: Listing): Promise<{ listed: ListedEvent; seq: number }[]> {
  const { userId } = person;
  const rows = await adminOf(db, person)
    .select(listedColumns)
    .where((where) => where.or([where('deletedAt', 'is', null), where('ownerId', '=', userId)]))
    .limit(MAX_LISTED_EVENTS)
    .execute();
  return rows.map(({ seq, ownerId, awaitingCredits, ...event }) => ({
    seq,
    listed: { ...event, isOwner: ownerId === userId, awaitingCredits: awaitingCredits === 1 },
  }));
}

const adminOf = (db: Database, person: Listing) =>
  db
    .selectFrom('events')
    .where('id', 'in', (query) =>
      query.selectFrom('eventAdmins').select('eventId').where('subject', 'in', subjectsOfPerson(person)),
    )
    .orderBy('createdAt', 'desc')
    .orderBy('id');

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

/** A share group as the public sees it. An unknown group has no name and no events. */
export async function readSharedGroup(db: Database, groupId: string, now: number): Promise<SharedGroup> {
  const group = await findShareGroup(db, groupId, now);
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
  // An owner who shares nothing is not named: the ids of accounts would tell who they belong to.
  const owner = rows.length === 0 ? '' : ((await findProfile(db, group.ownerId))?.username.trim() ?? '');
  return { id: groupId, name: group.name, events: rows, ...(owner !== '' && { owner }) };
}

const MOST_AT_ONCE = 1000;

/** Head of a log: its seq, and whether it has been rewritten. */
export interface LogHead {
  readonly seq: number;
  /** Count of rewrites, and the seq at the last one. */
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
      .where('goneAt', 'is', null)
      .execute();
    for (const { id, ...head } of rows) found.set(id, head);
  }
  return found;
}
