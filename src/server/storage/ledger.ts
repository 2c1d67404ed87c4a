import { randomUUID } from 'node:crypto';
import { sql, type Transaction } from 'kysely';
import type { CreditKind } from '../../protocol/payments.ts';
import type { Database } from './engine.ts';
import type { Schema } from './schema.ts';

/**
 * Credits only ever move between a person and the house, once for each cause, and a transfer is never changed. The
 * database keeps these rules and the balance itself (migration 0004); the functions here never run into them, because
 * PostgreSQL gives up a whole transaction for one statement that fails.
 *
 * A transaction that moves credits holds the lock on the person's account until its end. It is the last lock to take,
 * after those on events, libraries and payments. No transaction waits for the house: its rows are never written.
 */

interface Movement {
  readonly kind: CreditKind;
  /** Reason of the transfer, unique: a cause that is given again moves nothing. */
  readonly cause: string;
  /** The event, racer or payment that the movement is about. */
  readonly subjectId?: string | null;
  readonly amount: number;
  readonly now: number;
}

export interface UserMovement extends Movement {
  readonly userId: string;
}

/** Movement for payments, which outlive the link between a person and their account. */
export interface AccountMovement extends Movement {
  readonly account: string;
}

/** Moves credits from the house to a person. False when this cause was stored before. */
export async function giveCredits(trx: Transaction<Schema>, gift: UserMovement): Promise<boolean> {
  const account = await ensureCreditAccount(trx, gift.userId, gift.now);
  return giveToAccount(trx, { ...gift, account });
}

export async function giveToAccount(trx: Transaction<Schema>, gift: AccountMovement): Promise<boolean> {
  const account = await lockKnownAccount(trx, gift.account);
  if ((await findAmount(trx, gift.cause)) !== undefined) return false;
  await storeTransfer(trx, account, gift, 'given');
  return true;
}

/**
 * Moves credits from a person to the house. False, with nothing stored, when the balance does not cover it; true also
 * when this cause was paid before, whatever is left by now.
 */
export async function takeCredits(trx: Transaction<Schema>, charge: UserMovement): Promise<boolean> {
  const account = await lockAccount(trx, 'userId', charge.userId);
  if (account === undefined) return false;
  if ((await findAmount(trx, charge.cause)) !== undefined) return true;
  if (account.balance < charge.amount) return false;
  await storeTransfer(trx, account, charge, 'taken');
  return true;
}

/**
 * Moves credits from a person to the house, as many as are left. Resolves with what this cause has taken, now or
 * before.
 */
export async function takeUpToFromAccount(trx: Transaction<Schema>, charge: AccountMovement): Promise<number> {
  const account = await lockKnownAccount(trx, charge.account);
  const before = await findAmount(trx, charge.cause);
  if (before !== undefined) return before;
  const amount = Math.min(charge.amount, account.balance);
  if (amount === 0) return 0;
  await storeTransfer(trx, account, { ...charge, amount }, 'taken');
  return amount;
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

/** An account that does not exist reads as 0. */
export async function readBalance(db: Database, userId: string): Promise<number> {
  const account = await db
    .selectFrom('creditAccounts')
    .select('balance')
    .where('userId', '=', userId)
    .executeTakeFirst();
  return account?.balance ?? 0;
}

interface LockedAccount {
  readonly id: string;
  readonly balance: number;
}

/** Writing a column as it is locks the row on both engines, and resolves with the balance that the last holder left. */
async function lockAccount(
  trx: Transaction<Schema>,
  by: 'id' | 'userId',
  value: string,
): Promise<LockedAccount | undefined> {
  return trx
    .updateTable('creditAccounts')
    .set(({ ref }) => ({ createdAt: ref('createdAt') }))
    .where(by, '=', value)
    .returning(['id', 'balance'])
    .executeTakeFirst();
}

async function lockKnownAccount(trx: Transaction<Schema>, id: string): Promise<LockedAccount> {
  const account = await lockAccount(trx, 'id', id);
  if (account === undefined) throw new Error(`There is no credit account ${id}`);
  return account;
}

/** Credits that this cause has moved. */
export async function findAmount(trx: Transaction<Schema>, cause: string): Promise<number | undefined> {
  const stored = await trx.selectFrom('creditTransfers').select('amount').where('cause', '=', cause).executeTakeFirst();
  return stored?.amount;
}

async function storeTransfer(
  trx: Transaction<Schema>,
  account: LockedAccount,
  { kind, cause, subjectId = null, amount, now }: Movement,
  way: 'given' | 'taken',
): Promise<void> {
  if (!Number.isSafeInteger(amount) || amount < 1) throw new RangeError(`${amount} credits cannot be moved`);
  const house = `house:${kind}`;
  await trx
    .insertInto('creditTransfers')
    .values(({ selectFrom }) => ({
      id: randomUUID(),
      cause,
      kind,
      subjectId,
      account: account.id,
      number: selectFrom('creditTransfers as earlier')
        .select(sql<number>`coalesce(max(number), 0) + 1`.as('next'))
        .where('earlier.account', '=', account.id),
      fromAccount: way === 'given' ? house : account.id,
      toAccount: way === 'given' ? account.id : house,
      amount,
      balanceAfter: account.balance + (way === 'given' ? amount : -amount),
      createdAt: now,
    }))
    .execute();
}
