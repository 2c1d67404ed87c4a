import { randomUUID } from 'node:crypto';
import type { Selectable } from 'kysely';
import type { Database } from './engine.ts';
import type { Schema } from './schema.ts';

export type SandboxIntentRow = Selectable<Schema['sandboxIntents']>;
export type SandboxDeliveryRow = Selectable<Schema['sandboxDeliveries']>;

/** Creates the intent of a payment, or finds it: a second call must not make a second charge. */
export async function ensureSandboxIntent(
  db: Database,
  { paymentId, priceCents, now }: { paymentId: string; priceCents: number; now: number },
): Promise<SandboxIntentRow> {
  const id = `pi_sandbox_${randomUUID()}`;
  await db
    .insertInto('sandboxIntents')
    .values({ id, paymentId, clientSecret: `${id}_secret_${randomUUID()}`, state: 'open', priceCents, createdAt: now })
    .onConflict((conflict) => conflict.column('paymentId').doNothing())
    .execute();
  return db.selectFrom('sandboxIntents').selectAll().where('paymentId', '=', paymentId).executeTakeFirstOrThrow();
}

export const findSandboxIntent = (
  db: Database,
  by: 'id' | 'clientSecret',
  value: string,
): Promise<SandboxIntentRow | undefined> =>
  db.selectFrom('sandboxIntents').selectAll().where(by, '=', value).executeTakeFirst();

type IntentState = SandboxIntentRow['state'];

/** Undefined when the intent is in none of these states any more: another call was first. */
export async function moveSandboxIntent(
  db: Database,
  id: string,
  from: readonly IntentState[],
  change: Partial<Pick<SandboxIntentRow, 'state' | 'pays' | 'problem' | 'refundedCents'>>,
): Promise<SandboxIntentRow | undefined> {
  return db
    .updateTable('sandboxIntents')
    .set(change)
    .where('id', '=', id)
    .where('state', 'in', from)
    .returningAll()
    .executeTakeFirst();
}

export async function queueSandboxDeliveries(
  db: Database,
  deliveries: readonly Pick<SandboxDeliveryRow, 'messageId' | 'type' | 'intentId' | 'dueAt'>[],
): Promise<void> {
  await db
    .insertInto('sandboxDeliveries')
    .values(deliveries.map((delivery) => ({ id: randomUUID(), ...delivery })))
    .execute();
}

/** Hides the delivery from other nodes until `leaseUntil`. */
export async function claimSandboxDelivery(
  db: Database,
  now: number,
  leaseUntil: number,
): Promise<SandboxDeliveryRow | undefined> {
  for (;;) {
    const due = await db
      .selectFrom('sandboxDeliveries')
      .select(['id', 'attempts'])
      .where('dueAt', '<=', now)
      .orderBy('dueAt')
      .limit(1)
      .executeTakeFirst();
    if (due === undefined) return undefined;
    const claimed = await db
      .updateTable('sandboxDeliveries')
      .set({ attempts: due.attempts + 1, dueAt: leaseUntil })
      .where('id', '=', due.id)
      .where('attempts', '=', due.attempts)
      .returningAll()
      .executeTakeFirst();
    if (claimed !== undefined) return claimed;
  }
}

export async function postponeSandboxDelivery(db: Database, id: string, dueAt: number): Promise<void> {
  await db.updateTable('sandboxDeliveries').set({ dueAt }).where('id', '=', id).execute();
}

export async function deleteSandboxDelivery(db: Database, id: string): Promise<void> {
  await db.deleteFrom('sandboxDeliveries').where('id', '=', id).execute();
}

/** Time at which the next delivery is due. */
export async function nextSandboxDelivery(db: Database): Promise<number | undefined> {
  const next = await db.selectFrom('sandboxDeliveries').select('dueAt').orderBy('dueAt').limit(1).executeTakeFirst();
  return next?.dueAt;
}
