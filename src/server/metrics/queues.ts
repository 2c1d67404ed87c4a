import type { Clock } from '../clock.ts';
import type { Database } from '../storage/engine.ts';
import { ping } from '../storage/database.ts';
import { readFollowerOutbox } from '../storage/follower-messages.ts';
import { readWebhookOutbox } from '../storage/webhook-deliveries.ts';

/** Work that waits in the database, for any node to do. */
export interface Queues {
  readonly mailWaiting: number;
  /** Age of the oldest mail that is neither sent nor given up. */
  readonly mailAge: number;
  /** Mails given up within the last day. */
  readonly mailGivenUp: number;
  readonly paymentsOpen: number;
  readonly paymentsAge: number;
  /** Lateness of the check that is due first: the provider is asked about every open payment. */
  readonly paymentsOverdue: number;
  /** Messages of the sandbox that are not delivered yet. */
  readonly sandboxWaiting: number;
  readonly webhooks: Outbox;
  readonly followers: Outbox;
}

/** Messages that can be sent; those of deleted events wait for nothing. */
export interface Outbox {
  readonly waiting: number;
  /** Age of the oldest. A receiver that is down makes it grow. */
  readonly age: number;
  /** For how long one that is due has had no turn. Only this server makes it grow. */
  readonly late: number;
}

const DAY_MS = 24 * 3_600_000;

export async function readQueues(db: Database, clock: Clock): Promise<Queues> {
  const now = clock.now();
  const mail = await db
    .selectFrom('mail')
    .select((get) => [get.fn.countAll().as('count'), get.fn.min('createdAt').as('oldest')])
    .where('sentAt', 'is', null)
    .where('failedAt', 'is', null)
    .executeTakeFirstOrThrow();
  const givenUp = await db
    .selectFrom('mail')
    .select((get) => get.fn.countAll().as('count'))
    .where('failedAt', '>', now - DAY_MS)
    .executeTakeFirstOrThrow();
  const payments = await db
    .selectFrom('payments')
    .select((get) => [
      get.fn.countAll().as('count'),
      get.fn.min('createdAt').as('oldest'),
      get.fn.min('nextCheckAt').as('due'),
    ])
    .where('state', '=', 'open')
    .executeTakeFirstOrThrow();
  const sandbox = await db
    .selectFrom('sandboxDeliveries')
    .select((get) => get.fn.countAll().as('count'))
    .executeTakeFirstOrThrow();
  // PostgreSQL hands out counts and sums as text.
  const since = (at: unknown) => (at == null ? 0 : Math.max(0, now - Number(at)));
  const outbox = ({ count, oldest, due }: { count: unknown; oldest: unknown; due: unknown }): Outbox => ({
    waiting: Number(count),
    age: since(oldest),
    late: since(due),
  });
  return {
    mailWaiting: Number(mail.count),
    mailAge: since(mail.oldest),
    mailGivenUp: Number(givenUp.count),
    paymentsOpen: Number(payments.count),
    paymentsAge: since(payments.oldest),
    paymentsOverdue: since(payments.due),
    sandboxWaiting: Number(sandbox.count),
    webhooks: outbox(await readWebhookOutbox(db, now)),
    followers: outbox(await readFollowerOutbox(db, now)),
  };
}

export async function timePing(db: Database): Promise<number> {
  const startedAt = performance.now();
  await ping(db);
  return performance.now() - startedAt;
}
