import { type Expression, type ExpressionBuilder, type SqlBool, sql } from 'kysely';
import type { NewsKind } from '../../domain/results/news.ts';
import type { Database } from './engine.ts';
import { hasRoom } from './room.ts';
import type { Schema } from './schema.ts';

export interface Webhook {
  readonly id: string;
  readonly userId: string;
  readonly url: string;
  readonly kinds: readonly NewsKind[];
  readonly createdAt: number;
  readonly failures: number;
  readonly failingSince: number | null;
  readonly disabledAt: number | null;
}

type Row = Schema['webhooks'];

const fromRow = ({ nextAttemptAt: _next, claimedUntil: _claimed, kinds, ...row }: Row): Webhook => ({
  ...row,
  kinds: JSON.parse(kinds) as NewsKind[],
});

/**
 * Stores a webhook, which hears of everything after this moment: the account's events are taken as known up to now.
 * False when the account has as many as it may have.
 */
export async function insertWebhook(
  db: Database,
  hook: Pick<Webhook, 'id' | 'userId' | 'url' | 'kinds' | 'createdAt'>,
): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    if (!(await hasRoom(trx, 'webhooks', hook.userId, { userId: hook.userId }))) return false;
    await trx
      .insertInto('webhooks')
      .values({ ...hook, kinds: JSON.stringify(hook.kinds), failures: 0, nextAttemptAt: 0, claimedUntil: 0 })
      .execute();
    await trx
      .insertInto('webhookCursors')
      .columns(['webhookId', 'eventId', 'seq'])
      .expression((from) =>
        from
          .selectFrom('events')
          .select([sql.val(hook.id).as('webhookId'), 'id as eventId', 'seq'])
          .where('ownerId', '=', hook.userId),
      )
      .execute();
    return true;
  });
}

export async function listWebhooks(db: Database, userId: string): Promise<Webhook[]> {
  const rows = await db
    .selectFrom('webhooks')
    .selectAll()
    .where('userId', '=', userId)
    .orderBy('createdAt')
    .orderBy('id')
    .execute();
  return rows.map(fromRow);
}

export async function findWebhook(db: Database, userId: string, id: string): Promise<Webhook | undefined> {
  return (await listWebhooks(db, userId)).find((hook) => hook.id === id);
}

export async function deleteWebhook(db: Database, userId: string, id: string): Promise<void> {
  await db.deleteFrom('webhooks').where('userId', '=', userId).where('id', '=', id).execute();
}

/** Messages that were not delivered, and changes since then, are sent from now on. */
export async function resumeWebhook(db: Database, userId: string, id: string): Promise<void> {
  await db
    .updateTable('webhooks')
    .set({ failures: 0, failingSince: null, nextAttemptAt: 0, disabledAt: null })
    .where('userId', '=', userId)
    .where('id', '=', id)
    .execute();
}

export async function hasWebhooks(db: Database): Promise<boolean> {
  const row = await db.selectFrom('webhooks').select('id').where('disabledAt', 'is', null).limit(1).executeTakeFirst();
  return row !== undefined;
}

/**
 * Webhooks that have something to do, with their accounts: a message to send, or an event with changes that have not
 * been looked at. Those that were served longest ago come first.
 */
export async function findBusyWebhooks(
  db: Database,
  now: number,
  most: number,
): Promise<{ readonly id: string; readonly from: string }[]> {
  return db
    .selectFrom('webhooks')
    .select(['webhooks.id', 'webhooks.userId as from'])
    .where(isAccepted)
    .where('disabledAt', 'is', null)
    .where('nextAttemptAt', '<=', now)
    .where('claimedUntil', '<=', now)
    .where((where) =>
      where.or([
        where.exists(
          where
            .selectFrom('webhookDeliveries')
            .select('webhookDeliveries.id')
            .whereRef('webhookId', '=', 'webhooks.id')
            .where('doneAt', 'is', null)
            .where(isStillTheirs),
        ),
        where.exists(
          where
            .selectFrom('events')
            .leftJoin('webhookCursors', (join) =>
              join.onRef('webhookCursors.eventId', '=', 'events.id').onRef('webhookId', '=', 'webhooks.id'),
            )
            .select('events.id')
            .whereRef('events.ownerId', '=', 'webhooks.userId')
            .where(isTold),
        ),
      ]),
    )
    .orderBy('nextAttemptAt')
    .limit(most)
    .execute();
}

/** An account that is not accepted any more sends nothing. */
const isAccepted = (where: ExpressionBuilder<Schema, 'webhooks'>): Expression<SqlBool> =>
  where('webhooks.userId', 'in', where.selectFrom('profiles').select('userId').where('accepted', '=', 1));

/**
 * Takes a webhook for this node alone until `until`: a node that is killed leaves it to be found again. Undefined when
 * another node was first, or when it is gone.
 */
export async function claimWebhook(db: Database, id: string, now: number, until: number): Promise<Webhook | undefined> {
  const row = await db
    .updateTable('webhooks')
    .set({ claimedUntil: until })
    .where('id', '=', id)
    .where('claimedUntil', '<=', now)
    .where('disabledAt', 'is', null)
    .where(isAccepted)
    .returningAll()
    .executeTakeFirst();
  return row && fromRow(row);
}

export async function releaseWebhook(db: Database, id: string, nextAttemptAt: number): Promise<void> {
  await db.updateTable('webhooks').set({ claimedUntil: 0, nextAttemptAt }).where('id', '=', id).execute();
}

export interface MovedEvent {
  readonly id: string;
  readonly seq: number;
  readonly rewrites: number;
  /** Null: the webhook has not heard of this event. */
  readonly from: number | null;
}

/** Events of the webhook's account with changes that have not been looked at. */
export async function findMovedEvents(db: Database, hook: Webhook, most: number): Promise<MovedEvent[]> {
  return db
    .selectFrom('events')
    .leftJoin('webhookCursors', (join) =>
      join.onRef('webhookCursors.eventId', '=', 'events.id').on('webhookId', '=', hook.id),
    )
    .select(['events.id', 'events.seq', 'events.rewrites', 'webhookCursors.seq as from'])
    .where('events.ownerId', '=', hook.userId)
    .where(isTold)
    .limit(most)
    .execute();
}

/** Deleted events, and events that wait for credits, are told of to nobody until that is over. */
function isTold(
  where: ExpressionBuilder<Schema & { webhookCursors: { seq: number | null } }, 'events' | 'webhookCursors'>,
): Expression<SqlBool> {
  return where.and([
    where('events.deletedAt', 'is', null),
    where('events.goneAt', 'is', null),
    where('events.awaitingCredits', '=', 0),
    where('events.seq', '>', where.fn.coalesce('webhookCursors.seq', sql.val(0))),
  ]);
}

/** A message of an event that was deleted, or has another owner now, waits or goes with its event. */
export function isStillTheirs(where: ExpressionBuilder<Schema, 'webhooks' | 'webhookDeliveries'>): Expression<SqlBool> {
  return where.or([
    where('webhookDeliveries.eventId', 'is', null),
    where.exists(
      where
        .selectFrom('events as about')
        .select('about.id')
        .whereRef('about.id', '=', 'webhookDeliveries.eventId')
        .whereRef('about.ownerId', '=', 'webhooks.userId')
        .where('about.deletedAt', 'is', null),
    ),
  ]);
}
