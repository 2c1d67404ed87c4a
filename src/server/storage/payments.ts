import { randomUUID } from 'node:crypto';
import type { Selectable, Transaction, Updateable } from 'kysely';
import type { CreditPackage } from '../../domain/credits/prices.ts';
import type { Database, Engine } from './engine.ts';
import { ensureCreditAccount } from './ledger.ts';
import type { Schema } from './schema.ts';

export type PaymentRow = Selectable<Schema['payments']>;

/** The first check comes after this time, in case the provider's message is lost. */
const FIRST_CHECK_MS = 60_000;
const LONGEST_WAIT_MS = 3_600_000;

/**
 * The open payment of this person for this package, or a new one. A buyer who presses twice, or in two tabs, gets the
 * same one: an intent is paid at most once, two could both be paid.
 */
export async function openPayment(
  trx: Transaction<Schema>,
  engine: Engine,
  wanted: {
    userId: string;
    provider: string;
    creditPackage: CreditPackage;
    zone: string | null;
    now: number;
    since: number;
  },
): Promise<PaymentRow> {
  const { userId, provider, creditPackage, zone, now, since } = wanted;
  const account = await ensureCreditAccount(trx, userId, now);
  await trx
    .selectFrom('creditAccounts')
    .select('id')
    .where('id', '=', account)
    .$if(engine === 'postgres', (query) => query.forUpdate())
    .execute();
  const priceCents = creditPackage.priceUsd * 100;
  const open = await trx
    .selectFrom('payments')
    .selectAll()
    .where('account', '=', account)
    .where('state', '=', 'open')
    .where('provider', '=', provider)
    .where('amount', '=', creditPackage.amount)
    .where('priceCents', '=', priceCents)
    .where('createdAt', '>', since)
    .orderBy('createdAt', 'desc')
    .executeTakeFirst();
  if (open !== undefined) return open;
  return trx
    .insertInto('payments')
    .values({
      id: randomUUID(),
      provider,
      account,
      amount: creditPackage.amount,
      priceCents,
      zone,
      state: 'open',
      createdAt: now,
      nextCheckAt: now + FIRST_CHECK_MS,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** False when the payment has been cancelled meanwhile. */
export async function storeIntent(db: Database, paymentId: string, intentId: string): Promise<boolean> {
  const stored = await db
    .updateTable('payments')
    .set({ intentId })
    .where('id', '=', paymentId)
    .where('state', '=', 'open')
    .executeTakeFirst();
  return stored.numUpdatedRows > 0n;
}

export const findPayment = (db: Database, paymentId: string): Promise<PaymentRow | undefined> =>
  db.selectFrom('payments').selectAll().where('id', '=', paymentId).executeTakeFirst();

export const findPaymentOfIntent = (
  db: Database,
  provider: string,
  intentId: string,
): Promise<PaymentRow | undefined> =>
  db
    .selectFrom('payments')
    .selectAll()
    .where('provider', '=', provider)
    .where('intentId', '=', intentId)
    .executeTakeFirst();

/** The lock keeps other transactions from settling the payment until the end of this one. */
export const lockPayment = (trx: Transaction<Schema>, engine: Engine, paymentId: string): Promise<PaymentRow> =>
  trx
    .selectFrom('payments')
    .selectAll()
    .where('id', '=', paymentId)
    .$if(engine === 'postgres', (query) => query.forUpdate())
    .executeTakeFirstOrThrow();

export async function updatePayment(
  trx: Transaction<Schema>,
  paymentId: string,
  change: Updateable<Schema['payments']>,
): Promise<void> {
  await trx.updateTable('payments').set(change).where('id', '=', paymentId).execute();
}

export async function findPayer(
  db: Database,
  account: string,
): Promise<{ userId: string; email: string; language: string | null } | undefined> {
  return db
    .selectFrom('creditAccounts')
    .innerJoin('user', 'user.id', 'creditAccounts.userId')
    .leftJoin('profiles', 'profiles.userId', 'user.id')
    .select(['user.id as userId', 'user.email', 'profiles.language'])
    .where('creditAccounts.id', '=', account)
    .executeTakeFirst();
}

export const listPayments = (db: Database, userId: string): Promise<PaymentRow[]> =>
  db
    .selectFrom('payments')
    .innerJoin('creditAccounts', 'creditAccounts.id', 'payments.account')
    .selectAll('payments')
    .where('creditAccounts.userId', '=', userId)
    .orderBy('payments.createdAt')
    .execute();

/** The person's own payment only: another person's looks like none. */
export async function findOwnPayment(db: Database, userId: string, paymentId: string): Promise<PaymentRow | undefined> {
  return (await listPayments(db, userId)).find(({ id }) => id === paymentId);
}

/** Takes the open payment that has waited longest to be checked; two nodes never take the same at a time. */
export async function claimDuePayment(db: Database, now: number): Promise<PaymentRow | undefined> {
  for (;;) {
    const due = await db
      .selectFrom('payments')
      .select(['id', 'checks'])
      .where('state', '=', 'open')
      .where('nextCheckAt', '<=', now)
      .orderBy('nextCheckAt')
      .limit(1)
      .executeTakeFirst();
    if (due === undefined) return undefined;
    const wait = Math.min(FIRST_CHECK_MS * 2 ** due.checks, LONGEST_WAIT_MS);
    const claimed = await db
      .updateTable('payments')
      .set({ checks: due.checks + 1, nextCheckAt: now + wait })
      .where('id', '=', due.id)
      .where('checks', '=', due.checks)
      .returningAll()
      .executeTakeFirst();
    if (claimed !== undefined) return claimed;
  }
}

/** Payments that `reconcile` checks: those open, and those paid lately, which may have been refunded since. */
export const listToReconcile = (db: Database, provider: string, paidSince: number): Promise<PaymentRow[]> =>
  db
    .selectFrom('payments')
    .selectAll()
    .where('provider', '=', provider)
    .where((where) => where.or([where('state', '=', 'open'), where('paidAt', '>', paidSince)]))
    .orderBy('createdAt')
    .execute();

export async function isMessageKnown(db: Database, provider: string, id: string): Promise<boolean> {
  const known = await db
    .selectFrom('paymentMessages')
    .select('id')
    .where('provider', '=', provider)
    .where('id', '=', id)
    .executeTakeFirst();
  return known !== undefined;
}

export async function storeMessage(db: Database, message: Selectable<Schema['paymentMessages']>): Promise<void> {
  await db
    .insertInto('paymentMessages')
    .values(message)
    .onConflict((conflict) => conflict.columns(['provider', 'id']).doNothing())
    .execute();
}
