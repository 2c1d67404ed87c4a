import { randomUUID } from 'node:crypto';
import type { Transaction } from 'kysely';
import { ok, refuse, type Result } from '../../domain/result.ts';
import type { Database } from './database.ts';
import type { Schema } from './schema.ts';

/**
 * Credits only ever move: a transfer takes from one account what it gives to another, so that all balances together
 * are zero at any time. A balance is stored with its account and changes in the transaction that stores the transfer;
 * the database refuses one below zero for a person.
 */

export type TransferKind = 'welcome' | 'grant' | 'event' | 'racer';

export interface Transfer {
  readonly cause: string;
  readonly kind: TransferKind;
  readonly from: string;
  readonly to: string;
  readonly amount: number;
  readonly now: number;
}

/** `moved: false` when this cause was stored before. */
export async function transfer(
  db: Transaction<Schema>,
  { cause, kind, from, to, amount, now }: Transfer,
): Promise<Result<{ moved: boolean }, 'not-enough-credits'>> {
  const stored = await db
    .insertInto('creditTransfers')
    .values({ id: randomUUID(), cause, kind, fromAccount: from, toAccount: to, amount, createdAt: now })
    .onConflict((conflict) => conflict.column('cause').doNothing())
    .returning('id')
    .executeTakeFirst();
  if (stored === undefined) return ok({ moved: false });

  const taken = await db
    .updateTable('creditAccounts')
    .set((column) => ({ balance: column('balance', '-', amount) }))
    .where('id', '=', from)
    .where((where) => where.or([where('kind', '=', 'house'), where('balance', '>=', amount)]))
    .executeTakeFirst();
  if (taken.numUpdatedRows === 0n) {
    await db.deleteFrom('creditTransfers').where('id', '=', stored.id).execute();
    return refuse('not-enough-credits' as const);
  }
  await db
    .updateTable('creditAccounts')
    .set((column) => ({ balance: column('balance', '+', amount) }))
    .where('id', '=', to)
    .executeTakeFirstOrThrow();
  return ok({ moved: true });
}

export async function ensureCreditAccount(db: Database, userId: string, now: number): Promise<string> {
  await db
    .insertInto('creditAccounts')
    .values({ id: randomUUID(), kind: 'user', userId, createdAt: now })
    .onConflict((conflict) => conflict.column('userId').doNothing())
    .execute();
  const account = await db
    .selectFrom('creditAccounts')
    .select('id')
    .where('userId', '=', userId)
    .executeTakeFirstOrThrow();
  return account.id;
}

/** Where credits come from: one account for each kind of gift, so that the ledger says what was given for what. */
export async function ensureHouseAccount(db: Database, kind: TransferKind, now: number): Promise<string> {
  const id = `house:${kind}`;
  await db
    .insertInto('creditAccounts')
    .values({ id, kind: 'house', userId: null, createdAt: now })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute();
  return id;
}

/** Moves credits from the house to a person. */
export async function giveCredits(
  db: Transaction<Schema>,
  gift: { userId: string; kind: TransferKind; cause: string; amount: number; now: number },
): Promise<void> {
  const from = await ensureHouseAccount(db, gift.kind, gift.now);
  const to = await ensureCreditAccount(db, gift.userId, gift.now);
  await transfer(db, { cause: gift.cause, kind: gift.kind, from, to, amount: gift.amount, now: gift.now });
}

/** Moves credits from a person to the house. False, with nothing moved, when the balance does not cover it. */
export async function takeCredits(
  db: Transaction<Schema>,
  charge: { userId: string; kind: TransferKind; cause: string; amount: number; now: number },
): Promise<boolean> {
  const from = await ensureCreditAccount(db, charge.userId, charge.now);
  const to = await ensureHouseAccount(db, charge.kind, charge.now);
  const { cause, kind, amount, now } = charge;
  return (await transfer(db, { cause, kind, from, to, amount, now })).ok;
}

/** An absent account reads as 0. */
export async function readBalance(db: Database, userId: string): Promise<number> {
  const account = await db
    .selectFrom('creditAccounts')
    .select('balance')
    .where('userId', '=', userId)
    .executeTakeFirst();
  return account?.balance ?? 0;
}

export interface LedgerLine {
  readonly kind: string;
  /** Positive when the person received credits. */
  readonly amount: number;
  readonly createdAt: number;
}

export async function listTransfers(db: Database, userId: string): Promise<LedgerLine[]> {
  const rows = await db
    .selectFrom('creditTransfers')
    .innerJoin('creditAccounts', (join) =>
      join.on((on) =>
        on.or([
          on('creditAccounts.id', '=', on.ref('creditTransfers.fromAccount')),
          on('creditAccounts.id', '=', on.ref('creditTransfers.toAccount')),
        ]),
      ),
    )
    .select([
      'creditTransfers.kind',
      'creditTransfers.amount',
      'creditTransfers.createdAt',
      'creditTransfers.toAccount',
      'creditAccounts.id as ownAccount',
    ])
    .where('creditAccounts.userId', '=', userId)
    .orderBy('creditTransfers.createdAt')
    .execute();
  return rows.map(({ kind, amount, createdAt, toAccount, ownAccount }) => ({
    kind,
    amount: toAccount === ownAccount ? amount : -amount,
    createdAt,
  }));
}
