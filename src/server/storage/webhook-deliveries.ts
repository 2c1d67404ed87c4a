import { sql } from 'kysely';
import type { ListedDelivery } from '../../protocol/webhooks.ts';
import type { Database } from './engine.ts';
import { isStillTheirs, listWebhooks } from './webhooks.ts';

export interface NewDelivery {
  readonly id: string;
  readonly kind: string;
  readonly body: string;
}

export interface Waiting extends NewDelivery {
  readonly createdAt: number;
  readonly attempts: number;
}

/**
 * Queues messages and says in the same transaction that the event's changes were looked at. False when another node has
 * done so: its messages are queued, and these are not.
 */
export async function queueDeliveries(
  db: Database,
  place: { readonly webhookId: string; readonly eventId: string; readonly from: number | null; readonly to: number },
  messages: readonly NewDelivery[],
  now: number,
): Promise<boolean> {
  const { webhookId, eventId, from, to } = place;
  return db.transaction().execute(async (trx) => {
    const moved =
      from === null
        ? await trx
            .insertInto('webhookCursors')
            .values({ webhookId, eventId, seq: to })
            .onConflict((conflict) => conflict.doNothing())
            .returning('seq')
            .executeTakeFirst()
        : await trx
            .updateTable('webhookCursors')
            .set({ seq: to })
            .where('webhookId', '=', webhookId)
            .where('eventId', '=', eventId)
            .where('seq', '=', from)
            .returning('seq')
            .executeTakeFirst();
    if (moved === undefined) return false;
    let position = await lastPosition(trx, webhookId);
    for (const message of messages) {
      position += 1;
      await trx
        .insertInto('webhookDeliveries')
        .values({ ...message, webhookId, eventId, createdAt: now, position, attempts: 0 })
        .execute();
    }
    return true;
  });
}

async function lastPosition(db: Database, webhookId: string): Promise<number> {
  const last = await db
    .selectFrom('webhookDeliveries')
    .select('position')
    .where('webhookId', '=', webhookId)
    .orderBy('position', 'desc')
    .limit(1)
    .executeTakeFirst();
  return last?.position ?? 0;
}

/** Messages that can be sent: those of deleted events must not stop the others. */
export async function countWaiting(db: Database, webhookId: string): Promise<number> {
  const { count } = await db
    .selectFrom('webhookDeliveries')
    .innerJoin('webhooks', 'webhooks.id', 'webhookDeliveries.webhookId')
    .select((select) => select.fn.countAll().as('count'))
    .where('webhookId', '=', webhookId)
    .where('doneAt', 'is', null)
    .where(isStillTheirs)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Count and oldest of the messages of all webhooks that can be sent, and since when the first that is due waits for a turn. */
export async function readWebhookOutbox(db: Database, now: number) {
  const dueAt = sql`case when "nextAttemptAt" > ${now} or "claimedUntil" > ${now} then null
    when "nextAttemptAt" > "webhookDeliveries"."createdAt" then "nextAttemptAt" else "webhookDeliveries"."createdAt" end`;
  return db
    .selectFrom('webhookDeliveries')
    .innerJoin('webhooks', 'webhooks.id', 'webhookDeliveries.webhookId')
    .innerJoin('profiles', 'profiles.userId', 'webhooks.userId')
    .select((get) => [get.fn.countAll().as('count'), get.fn.min('webhookDeliveries.createdAt').as('oldest')])
    .select(sql`min(${dueAt})`.as('due'))
    .where('doneAt', 'is', null)
    .where('disabledAt', 'is', null)
    .where('accepted', '=', 1)
    .where(isStillTheirs)
    .executeTakeFirstOrThrow();
}

/** The next message: those that failed less often first, so that one which is always refused holds up no other. */
export async function nextDelivery(db: Database, webhookId: string): Promise<Waiting | undefined> {
  return db
    .selectFrom('webhookDeliveries')
    .innerJoin('webhooks', 'webhooks.id', 'webhookDeliveries.webhookId')
    .select(['webhookDeliveries.id', 'kind', 'body', 'webhookDeliveries.createdAt', 'attempts'])
    .where('webhookId', '=', webhookId)
    .where('doneAt', 'is', null)
    .where(isStillTheirs)
    .orderBy('attempts')
    .orderBy('position')
    .limit(1)
    .executeTakeFirst();
}

export interface Attempt {
  readonly at: number;
  readonly outcome: string;
  /** Delivered, or given up: nothing more is tried. */
  readonly isDone: boolean;
}

/** The body of a message that is done is deleted: it holds names. */
export async function noteAttempt(db: Database, id: string, { at, outcome, isDone }: Attempt): Promise<void> {
  await db
    .updateTable('webhookDeliveries')
    .set((set) => ({
      attempts: set('attempts', '+', 1),
      attemptedAt: at,
      outcome,
      ...(isDone && { doneAt: at, body: '' }),
    }))
    .where('id', '=', id)
    .execute();
}

export async function noteTest(
  db: Database,
  webhookId: string,
  id: string,
  at: number,
  outcome: string,
): Promise<void> {
  const position = (await lastPosition(db, webhookId)) + 1;
  const attempt = { createdAt: at, position, attempts: 1, attemptedAt: at, doneAt: at, outcome };
  await db
    .insertInto('webhookDeliveries')
    .values({ id, webhookId, kind: 'test', body: '', ...attempt })
    .execute();
}

/** The log is bounded: of the messages that are done, the last ones stay. */
export async function trimLog(db: Database, webhookId: string, most: number): Promise<void> {
  const oldest = await db
    .selectFrom('webhookDeliveries')
    .select('position')
    .where('webhookId', '=', webhookId)
    .where('doneAt', 'is not', null)
    .orderBy('position', 'desc')
    .offset(most)
    .limit(1)
    .executeTakeFirst();
  if (oldest === undefined) return;
  await db
    .deleteFrom('webhookDeliveries')
    .where('webhookId', '=', webhookId)
    .where('doneAt', 'is not', null)
    .where('position', '<=', oldest.position)
    .execute();
}

/** The newest first. */
export async function listDeliveries(db: Database, webhookId: string, most: number): Promise<ListedDelivery[]> {
  return db
    .selectFrom('webhookDeliveries')
    .select(['id', 'kind', 'createdAt', 'attempts', 'attemptedAt', 'doneAt', 'outcome'])
    .where('webhookId', '=', webhookId)
    .orderBy('position', 'desc')
    .limit(most)
    .execute();
}

export async function noteArrival(db: Database, webhookId: string): Promise<void> {
  await db
    .updateTable('webhooks')
    .set({ failures: 0, failingSince: null })
    .where('id', '=', webhookId)
    .where('failures', '>', 0)
    .execute();
}

export interface Failure {
  readonly failures: number;
  readonly failingSince: number;
  readonly disabledAt: number | null;
}

export async function noteFailure(db: Database, webhookId: string, failure: Failure): Promise<void> {
  await db.updateTable('webhooks').set(failure).where('id', '=', webhookId).execute();
}

/** Webhooks with what was sent to each and what waits, for the download of personal data. */
export async function* eachWebhook(db: Database, userId: string) {
  for (const hook of await listWebhooks(db, userId)) {
    const { id, url, kinds, createdAt } = hook;
    yield { url, kinds, createdAt, deliveries: await listDeliveries(db, id, Number.MAX_SAFE_INTEGER) };
  }
}
