import type { Database } from './engine.ts';

const AT_ONCE = 250;

/** Gives a user's receipts to another one, in small steps: a user who timed a season has many. */
export async function moveReceipts(db: Database, from: string, to: string): Promise<void> {
  for (;;) {
    const { numUpdatedRows } = await db
      .updateTable('receipts')
      .set({ userId: to })
      .where('commandId', 'in', (query) =>
        query.selectFrom('receipts').select('commandId').where('userId', '=', from).limit(AT_ONCE),
      )
      .executeTakeFirstOrThrow();
    if (numUpdatedRows === 0n) return;
  }
}
