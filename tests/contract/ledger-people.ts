import { randomUUID } from 'node:crypto';
import type { Database } from '../../src/server/storage/engine.ts';
import { ensureCreditAccount, giveCredits } from '../../src/server/storage/ledger.ts';
import { insertUser } from '../../src/server/storage/users.ts';

export interface Holder {
  readonly userId: string;
  readonly email: string;
  readonly account: string;
}

/** A person with credits from a single grant. */
export async function addHolder(db: Database, credits = 0): Promise<Holder> {
  const userId = randomUUID();
  const email = `${userId}@example.org`;
  await insertUser(db, { id: userId, name: '', email, passwordHash: '', accountId: userId, now: 1 });
  const account = await ensureCreditAccount(db, userId, 1);
  if (credits > 0) {
    const gift = { userId, kind: 'grant', cause: `fund:${userId}`, amount: credits, now: 1 } as const;
    await db.transaction().execute((trx) => giveCredits(trx, gift));
  }
  return { userId, email, account };
}
