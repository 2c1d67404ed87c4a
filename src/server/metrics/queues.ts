import type { Clock } from '../clock.ts';
import type { Database } from '../storage/engine.ts';
import { ping } from '../storage/database.ts';

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
  return {
    mailWaiting: Number(mail.count),
    mailAge: since(mail.oldest),
    mailGivenUp: Number(givenUp.count),
    paymentsOpen: Number(payments.count),
    paymentsAge: since(payments.oldest),
    paymentsOverdue: since(payments.due),
    sandboxWaiting: Number(sandbox.count),
  };
}

export async function timePing(db: Database): Promise<number> {
  const startedAt = performance.now();
  await ping(db);
  return performance.now() - startedAt;
}
