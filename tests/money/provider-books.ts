import { setTimeout as sleep } from 'node:timers/promises';
import type { Selectable } from 'kysely';
import type { Storage } from '../../src/server/storage/engine.ts';
import type { Schema } from '../../src/server/storage/schema.ts';

const PATIENCE_MS = 60_000;
const LOOK_MS = 50;

/** The card provider's books: paid and refunded amounts, by the id of the payment. */
export type ProviderBooks = ReadonlyMap<string, Selectable<Schema['sandboxIntents']>>;

export async function readProviderBooks({ db }: Storage): Promise<ProviderBooks> {
  const intents = await db.selectFrom('sandboxIntents').selectAll().execute();
  return new Map(intents.map((intent) => [intent.paymentId, intent]));
}

/** A message that was on its way when the server was killed is repeated after a minute: here it is repeated now. */
export async function hurryMessages({ db }: Storage): Promise<number> {
  const { numUpdatedRows } = await db.updateTable('sandboxDeliveries').set({ dueAt: 0 }).executeTakeFirst();
  return Number(numUpdatedRows);
}

/** Waits until no message is left, as long as their number falls. */
export async function untilDelivered({ db }: Storage): Promise<void> {
  let least = Infinity;
  for (let deadline = 0; ; await sleep(LOOK_MS)) {
    const left = (await db.selectFrom('sandboxDeliveries').select('id').execute()).length;
    if (left === 0) return;
    if (left < least) deadline = Date.now() + PATIENCE_MS;
    if (Date.now() > deadline) throw new Error(`${left} messages of the provider are not delivered`);
    least = Math.min(least, left);
  }
}

export interface LedgerSum {
  /** The sum of all accounts, the house's included. */
  readonly sum: number;
  readonly held: number;
  readonly transfers: number;
  /** Accounts whose balance is not the sum of their transfers. */
  readonly wrong: readonly string[];
}

/** Added up here, transfer by transfer, without any code of the product. */
export async function addUpLedger({ db }: Storage): Promise<LedgerSum> {
  const balances = new Map<string, number>();
  const transfers = await db.selectFrom('creditTransfers').select(['fromAccount', 'toAccount', 'amount']).execute();
  for (const { fromAccount, toAccount, amount } of transfers) {
    balances.set(fromAccount, (balances.get(fromAccount) ?? 0) - amount);
    balances.set(toAccount, (balances.get(toAccount) ?? 0) + amount);
  }
  const people = await db.selectFrom('creditAccounts').select(['id', 'balance']).where('kind', '=', 'user').execute();
  return {
    sum: [...balances.values()].reduce((total, balance) => total + balance, 0),
    held: people.reduce((total, { balance }) => total + balance, 0),
    transfers: transfers.length,
    wrong: people.filter(({ id, balance }) => balance !== (balances.get(id) ?? 0)).map(({ id }) => id),
  };
}
