import { randomUUID } from 'node:crypto';
import type { Database } from './engine.ts';
import { mailIdOf } from './follower-messages.ts';
import { withdrawMail } from './mail.ts';
import { ROWS_AT_ONCE } from './retention.ts';
import { hasRoom } from './room.ts';
import type { Schema } from './schema.ts';

export type Follower = Pick<Schema['followers'], 'id' | 'eventId' | 'racerId' | 'channel' | 'target'>;

export interface NewFollower {
  readonly eventId: string;
  readonly racerId: string;
  readonly channel: 'push' | 'mail';
  readonly target: string;
  readonly p256dh: string | null;
  readonly auth: string | null;
  readonly recipient: string | null;
  readonly viewerKey: string;
  readonly confirmedAt: number | null;
  /** The network that asks, as a keyed hash. */
  readonly place: string;
  /** The host of a push subscription that is no known push service's. */
  readonly host: string | null;
  /** Language that they are told in. */
  readonly language: string;
}

/** State of the event at the moment of following: a follower hears of later news only. */
export interface FollowedFrom {
  /** Seq of the results that `told` was read from. */
  readonly seq: number;
  readonly told: string;
}

/** Stores a follower; one who follows already stays the same, with the keys of now. Null: there is no place left. */
export async function insertFollower(
  db: Database,
  follower: NewFollower,
  from: FollowedFrom,
  now: number,
): Promise<{ readonly id: string; readonly confirmedAt: number | null } | null> {
  const { eventId, racerId, p256dh, auth, viewerKey, language } = follower;
  return db.transaction().execute(async (trx) => {
    if (!(await findPlace(trx, follower))) return null;
    await trx
      .insertInto('followedEvents')
      .values({ eventId, seq: from.seq, activeAt: now })
      // The position goes back to what this follower knows: a change that was told to the others before this follower
      // was stored would otherwise be told to this one only with the next change.
      .onConflict((conflict) =>
        conflict.column('eventId').doUpdateSet((is) => ({
          activeAt: now,
          seq: is
            .case()
            .when('followedEvents.seq', '>', from.seq)
            .then(from.seq)
            .else(is.ref('followedEvents.seq'))
            .end(),
        })),
      )
      .execute();
    await trx
      .insertInto('followedRacers')
      .values({ eventId, racerId, told: from.told })
      .onConflict((conflict) => conflict.columns(['eventId', 'racerId']).doNothing())
      .execute();
    return trx
      .insertInto('followers')
      .values({ ...follower, id: randomUUID(), createdAt: now })
      .onConflict((conflict) =>
        conflict
          .columns(['eventId', 'racerId', 'channel', 'target'])
          .doUpdateSet({ p256dh, auth, viewerKey, language }),
      )
      .returning(['id', 'confirmedAt'])
      .executeTakeFirstOrThrow();
  });
}

/**
 * An event that is full gives the place of a follower who has never answered: of the network that has most of these, the one
 * who came first. Whoever fills an event with addresses that nobody reads loses them to those who come after.
 */
async function findPlace(
  trx: Database,
  { eventId, racerId, channel, target, place, host }: NewFollower,
): Promise<boolean> {
  const isRoom = await hasRoom(trx, 'followers', eventId, { eventId });
  const followers = trx.selectFrom('followers').where('eventId', '=', eventId);
  const known = await followers
    .select('id')
    .where('racerId', '=', racerId)
    .where('channel', '=', channel)
    .where('target', '=', target)
    .executeTakeFirst();
  if (known !== undefined) return true;
  if (!(await hasRoom(trx, 'followersOfPlace', eventId, { eventId, place }))) return false;
  if (host !== null && !(await hasRoom(trx, 'followersOfHost', eventId, { eventId, host }))) return false;
  if (isRoom) return true;
  const silent = followers.where((is) =>
    is.or([
      is.and([is('channel', '=', 'push'), is('answeredAt', 'is', null)]),
      is.and([is('channel', '=', 'mail'), is('confirmedAt', 'is', null)]),
    ]),
  );
  const most = await silent
    .select('place')
    .groupBy('place')
    .orderBy((all) => all.fn.countAll(), 'desc')
    .executeTakeFirst();
  if (most === undefined || most.place === null) return false;
  const first = await silent
    .select('id')
    .where('place', '=', most.place)
    .orderBy('createdAt')
    .orderBy('id')
    .executeTakeFirstOrThrow();
  await deleteFollower(trx, first.id);
  return true;
}

/** The push service of a follower has taken a message. */
export async function noteAnswer(db: Database, followerId: string, now: number): Promise<void> {
  await db
    .updateTable('followers')
    .set({ answeredAt: now })
    .where('id', '=', followerId)
    .where('answeredAt', 'is', null)
    .execute();
}

export async function findFollower(db: Database, id: string): Promise<Follower | undefined> {
  return db
    .selectFrom('followers')
    .select(['id', 'eventId', 'racerId', 'channel', 'target'])
    .where('id', '=', id)
    .executeTakeFirst();
}

/** Confirms the address of a follower whose event can still be seen with the key that they came with. */
export async function confirmFollower(
  db: Database,
  id: string,
  now: number,
): Promise<{ readonly eventId: string; readonly viewerKey: string } | undefined> {
  return db
    .updateTable('followers')
    .set({ confirmedAt: now })
    .where('id', '=', id)
    .where('viewerKey', 'in', (query) =>
      query.selectFrom('eventKeys').select('viewer').whereRef('eventKeys.eventId', '=', 'followers.eventId'),
    )
    .returning(['eventId', 'viewerKey'])
    .executeTakeFirst();
}

export async function deleteFollower(db: Database, id: string): Promise<void> {
  await db.deleteFrom('followers').where('id', '=', id).execute();
}

/** Deletes every follower at an endpoint that its push service does not know any more. */
export async function deleteEndpoint(db: Database, endpoint: string): Promise<void> {
  await db.deleteFrom('followers').where('channel', '=', 'push').where('target', '=', endpoint).execute();
}

/** Deletes all followers with a mailbox, and their mails that have not gone out. `recipient` is the hash of its address. */
export async function deleteRecipient(db: Database, recipient: string): Promise<void> {
  const messages = await db
    .selectFrom('followerMessages')
    .innerJoin('followers', 'followers.id', 'followerMessages.followerId')
    .select('followerMessages.id')
    .where('followers.recipient', '=', recipient)
    .execute();
  await withdrawMail(
    db,
    messages.map(({ id }) => mailIdOf(id)),
  );
  await db.deleteFrom('followers').where('recipient', '=', recipient).execute();
}

/** Ends the following of an event: its followers, and what they were told. */
export async function deleteFollowed(db: Database, eventId: string): Promise<void> {
  await db.transaction().execute(async (trx) => {
    for (const table of ['followers', 'followedRacers', 'followedEvents'] as const) {
      await trx.deleteFrom(table).where('eventId', '=', eventId).execute();
    }
  });
}

/** Deletes followers who came with a viewer key that opens the event no more. */
export async function deleteLockedOut(db: Database, eventId: string, viewerKey: string): Promise<void> {
  await db.deleteFrom('followers').where('eventId', '=', eventId).where('viewerKey', '!=', viewerKey).execute();
}

/** Deletes rows of events without news and without a new follower since `before`; answers how many. */
export async function deleteQuietFollowed(db: Database, before: number): Promise<number> {
  const quiet = await db
    .selectFrom('followedEvents')
    .select('eventId')
    .where('activeAt', '<', before)
    .limit(ROWS_AT_ONCE)
    .execute();
  for (const { eventId } of quiet) await deleteFollowed(db, eventId);
  return quiet.length;
}

export async function deleteUnconfirmed(db: Database, before: number): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('followers')
    .where('id', 'in', (query) =>
      query
        .selectFrom('followers')
        .select('id')
        .where('confirmedAt', 'is', null)
        .where('createdAt', '<', before)
        .limit(ROWS_AT_ONCE),
    )
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}

/** Events and racers that a mailbox follows: for the download of personal data. */
export async function listFollowedBy(
  db: Database,
  recipient: string,
): Promise<{ eventId: string; racerId: string; createdAt: number; confirmedAt: number | null }[]> {
  return db
    .selectFrom('followers')
    .select(['eventId', 'racerId', 'createdAt', 'confirmedAt'])
    .where('recipient', '=', recipient)
    .orderBy('createdAt')
    .execute();
}
