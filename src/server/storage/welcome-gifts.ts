import type { Database } from './database.ts';

/** True for one account of an address; the others, at the same time or later, get nothing. */
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
 * For the holder of the mailbox, whose gift somebody else has taken. One that was spent comes back only once: whoever
 * holds the mailbox could otherwise spend it, say that it was somebody else, and begin again.
 */
export async function returnWelcomeGift(trx: Database, address: string, wasSpent: boolean): Promise<void> {
  await trx
    .updateTable('welcomeGifts')
    .set({ isFree: 1, ...(wasSpent && { wasReturned: 1 }) })
    .where('address', '=', address)
    .where('wasReturned', '<=', wasSpent ? 0 : 1)
    .execute();
}
