import type { Database } from './engine.ts';

/** True for one account of an address; other accounts, at the same time or later, get nothing. */
export async function claimWelcomeGift(trx: Database, address: string): Promise<boolean> {
  const claimed = await trx
    .insertInto('welcomeGifts')
    .values({ address, isFree: 0, wasReturned: 0 })
    .onConflict((conflict) =>
      conflict.column('address').doUpdateSet({ isFree: 0 }).where('welcomeGifts.isFree', '=', 1),
    )
    .returning('address')
    .executeTakeFirst();
  return claimed !== undefined;
}

/**
 * Returns the gift to the holder of the mailbox, when another account has taken it. A gift that was spent is returned
 * only once: the holder could otherwise spend it, deny it, and begin again.
 */
export async function returnWelcomeGift(trx: Database, address: string, wasSpent: boolean): Promise<void> {
  await trx
    .updateTable('welcomeGifts')
    .set({ isFree: 1, ...(wasSpent && { wasReturned: 1 }) })
    .where('address', '=', address)
    .where('wasReturned', '<=', wasSpent ? 0 : 1)
    .execute();
}
