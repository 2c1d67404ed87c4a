import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Database } from './engine.ts';
import { MAX_MESSAGES } from '../../protocol/limits.ts';

/** A message to all followers of a racer, or of an event's results where `racerId` is empty. */
export interface NewMessage {
  readonly racerId: string;
  /** Kind and seq: behind the follower's id and a full stop the id of the message. */
  readonly name: string;
  /** Writes the message in a follower's language; null stands for English, which the release before stored as no language. */
  write(language: string | null): { readonly title: string; readonly body: string };
  readonly expiresAt: number;
}

export interface Telling {
  readonly eventId: string;
  readonly viewerKey: string;
  /** Seq that was told before, and the one that is told now. */
  readonly from: number;
  readonly to: number;
  readonly told: ReadonlyMap<string, string>;
  /** Count of followed racers that the messages were made for. */
  readonly racers: number;
  readonly messages: readonly NewMessage[];
}

/** The event of a follower as it is now, and how far it was told. */
export interface FollowedEvent {
  readonly toldSeq: number;
  readonly seq: number;
  readonly rewrites: number;
  readonly name: string;
  readonly deletedAt: number | null;
  /** Null for an event that is being removed. */
  readonly viewerKey: string | null;
}

/** Events with followers that have changed since they were told, or that are gone, with their owners. */
export async function listUntold(
  db: Database,
  most: number,
): Promise<{ readonly id: string; readonly from: string }[]> {
  return db
    .selectFrom('followedEvents')
    .innerJoin('events', 'events.id', 'followedEvents.eventId')
    .select(['events.id', 'events.ownerId as from'])
    .whereRef('events.seq', '>', 'followedEvents.seq')
    .orderBy('followedEvents.activeAt')
    .limit(most)
    .execute();
}

export async function readFollowed(db: Database, eventId: string): Promise<FollowedEvent | undefined> {
  return db
    .selectFrom('followedEvents')
    .innerJoin('events', 'events.id', 'followedEvents.eventId')
    .leftJoin('eventKeys', 'eventKeys.eventId', 'events.id')
    .select([
      'followedEvents.seq as toldSeq',
      'events.seq',
      'events.rewrites',
      'events.name',
      'events.deletedAt',
      'eventKeys.viewer as viewerKey',
    ])
    .where('followedEvents.eventId', '=', eventId)
    .executeTakeFirst();
}

export async function readTold(db: Database, eventId: string): Promise<ReadonlyMap<string, string>> {
  const rows = await db
    .selectFrom('followedRacers')
    .select(['racerId', 'told'])
    .where('eventId', '=', eventId)
    .execute();
  return new Map(rows.map(({ racerId, told }) => [racerId, told]));
}

/**
 * Queues messages and moves on to the seq that they are about, both or neither. False when another node has moved on
 * meanwhile: it has queued the same messages.
 */
export async function queueMessages(db: Database, telling: Telling, now: number): Promise<boolean> {
  const { eventId, viewerKey, from, to, told, racers, messages } = telling;
  return db.transaction().execute(async (trx) => {
    const moved = await trx
      .updateTable('followedEvents')
      .set({ seq: to, ...(messages.length > 0 && { activeAt: now }) })
      .where('eventId', '=', eventId)
      .where('seq', '=', from)
      .returning('eventId')
      .executeTakeFirst();
    if (moved === undefined) return false;
    const { count } = await trx
      .selectFrom('followedRacers')
      .select((all) => all.fn.countAll().as('count'))
      .where('eventId', '=', eventId)
      .executeTakeFirstOrThrow();
    // Somebody began to follow another racer meanwhile: the event is looked at once more.
    if (Number(count) !== racers) {
      await trx.updateTable('followedEvents').set({ seq: from }).where('eventId', '=', eventId).execute();
    }
    for (const [racerId, text] of told) {
      await trx
        .updateTable('followedRacers')
        .set({ told: text })
        .where('eventId', '=', eventId)
        .where('racerId', '=', racerId)
        .execute();
    }
    for (const { racerId, language } of await listLanguages(trx, eventId)) {
      for (const message of messages) if (message.racerId === racerId) await queueIn(trx, message, language);
    }
    return true;

    async function queueIn(db: Database, { racerId, name, write, expiresAt }: NewMessage, language: string | null) {
      const { title, body } = write(language);
      const chosen = sql`from "followers" where "eventId" = ${eventId} and "racerId" = ${racerId}
        and coalesce("language", '') = ${language ?? ''}
        and "viewerKey" = ${viewerKey} and "confirmedAt" is not null and "messages" < ${MAX_MESSAGES}`;
      await sql`
        insert into "followerMessages" ("id", "followerId", "title", "body", "createdAt", "expiresAt", "nextAttemptAt")
        select "id" || ${`.${name}`}, "id", cast(${title} as text), cast(${body} as text), cast(${now} as bigint),
          cast(${expiresAt} as bigint), cast(${now} as bigint)
        ${chosen} on conflict do nothing`.execute(db);
      await sql`update "followers" set "messages" = "messages" + 1 where "id" in (select "id" ${chosen})`.execute(db);
    }
  });
}

/** The languages of those who follow each racer of an event. A text is written once for each. */
function listLanguages(db: Database, eventId: string) {
  return db.selectFrom('followers').select(['racerId', 'language']).distinct().where('eventId', '=', eventId).execute();
}

export interface DueMessage {
  readonly id: string;
  readonly followerId: string;
  readonly eventId: string;
  readonly viewerKey: string;
  readonly target: string;
  readonly p256dh: string | null;
  readonly auth: string | null;
  readonly title: string;
  readonly body: string;
  readonly language: string | null;
  readonly expiresAt: number;
  /** Attempts to send, this one included. */
  readonly attempts: number;
}

export type Channel = 'push' | 'mail';

/** Messages that are not sent. None for an event that is deleted or has another viewer key now. */
function waitingMessages(db: Database) {
  return db
    .selectFrom('followerMessages as message')
    .innerJoin('followers', 'followers.id', 'message.followerId')
    .innerJoin('events', 'events.id', 'followers.eventId')
    .innerJoin('eventKeys', (join) =>
      join.onRef('eventKeys.eventId', '=', 'events.id').onRef('eventKeys.viewer', '=', 'followers.viewerKey'),
    )
    .where('message.doneAt', 'is', null)
    .where('events.deletedAt', 'is', null);
}

function dueMessages(db: Database, channel: Channel, now: number) {
  return waitingMessages(db).where('message.nextAttemptAt', '<=', now).where('followers.channel', '=', channel);
}

/** Count and oldest of all messages that can be sent, and since when the first that is due waits for a turn. */
export async function readFollowerOutbox(db: Database, now: number) {
  const dueAt = sql`case when "message"."nextAttemptAt" <= ${now} then "message"."nextAttemptAt" end`;
  return waitingMessages(db)
    .select((get) => [get.fn.countAll().as('count'), get.fn.min('message.createdAt').as('oldest')])
    .select(sql`min(${dueAt})`.as('due'))
    .executeTakeFirstOrThrow();
}

/**
 * Followers with a message that is due, and the owners of their events; of each owner the longest due first, and the
 * first of every owner before the second of any: the followers of one owner never fill the whole answer.
 */
export async function findWaitingFollowers(
  db: Database,
  channel: Channel,
  now: number,
  most: number,
): Promise<{ readonly id: string; readonly from: string }[]> {
  return dueMessages(db, channel, now)
    .select(['followers.id', 'events.ownerId as from'])
    .groupBy(['followers.id', 'events.ownerId'])
    .orderBy(sql`row_number() over (partition by "events"."ownerId" order by min("message"."nextAttemptAt"))`)
    .limit(most)
    .execute();
}

/**
 * Takes the next message of a follower, and hides it from other nodes until `leaseUntil`: a node that is killed leaves
 * it to be found again. Undefined when none is due, or another node was first.
 */
export async function claimMessage(
  db: Database,
  channel: Channel,
  followerId: string,
  now: number,
  leaseUntil: number,
): Promise<DueMessage | undefined> {
  const message = await dueMessages(db, channel, now)
    .select(['message.id', 'message.followerId', 'message.title', 'message.body', 'message.expiresAt'])
    .select(['message.attempts', 'followers.eventId', 'followers.target', 'followers.p256dh', 'followers.auth'])
    .select(['followers.viewerKey', 'followers.language'])
    .where('followers.id', '=', followerId)
    .orderBy('message.nextAttemptAt')
    .limit(1)
    .executeTakeFirst();
  if (message === undefined) return undefined;
  const attempts = message.attempts + 1;
  const claimed = await db
    .updateTable('followerMessages')
    .set({ attempts, nextAttemptAt: leaseUntil })
    .where('id', '=', message.id)
    .where('attempts', '=', message.attempts)
    .where('doneAt', 'is', null)
    .returning('id')
    .executeTakeFirst();
  return claimed && { ...message, attempts };
}

/** Ends a message that was sent or is given up. Its row stays, so that it is not queued again; its text goes. */
export async function endMessage(db: Database, id: string, now: number): Promise<void> {
  await db.updateTable('followerMessages').set({ doneAt: now, title: '', body: '' }).where('id', '=', id).execute();
}

export async function postponeMessage(db: Database, id: string, nextAttemptAt: number): Promise<void> {
  await db.updateTable('followerMessages').set({ nextAttemptAt }).where('id', '=', id).execute();
}

/** Mails that wait to go out, up to `most`. */
export async function countWaitingMail(db: Database, most: number): Promise<number> {
  const rows = await db
    .selectFrom('mail')
    .select('id')
    .where('sentAt', 'is', null)
    .where('failedAt', 'is', null)
    .limit(most)
    .execute();
  return rows.length;
}

/** The id of the mail that carries a message: always the same, so that a message handed over twice is one mail. */
export function mailIdOf(messageId: string): string {
  const hex = createHash('sha256').update(messageId).digest('hex');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12}).*$/, '$1-$2-$3-$4-$5');
}

/** Hands a message over to the mail outbox and ends it, both or neither. */
export async function handToMail(
  db: Database,
  message: DueMessage,
  mail: { readonly subject: string; readonly text: string; readonly unsubscribe: string },
  now: number,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await trx
      .insertInto('mail')
      .values({ ...mail, id: mailIdOf(message.id), to: message.target, createdAt: now, nextAttemptAt: now })
      .onConflict((conflict) => conflict.column('id').doNothing())
      .execute();
    await endMessage(trx, message.id, now);
  });
}

/** Ids of the mails that a follower may still be sent: they are withdrawn when the follower goes. */
export async function listMailsOf(db: Database, followerId: string): Promise<string[]> {
  const rows = await db.selectFrom('followerMessages').select('id').where('followerId', '=', followerId).execute();
  return rows.map(({ id }) => mailIdOf(id));
}
