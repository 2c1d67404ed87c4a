import { EVENT_COST, RACER_COST } from '../../domain/credits/prices.ts';
import type { Author } from '../../domain/model/state.ts';
import { UnknownChange } from '../../domain/events/unknown-change.ts';
import type { Amender } from '../journal/amender.ts';
import { lockLibrary } from '../storage/command-store.ts';
import type { Database } from '../storage/engine.ts';
import { takeCredits } from '../storage/ledger.ts';

/**
 * Credits have arrived: events and racers that wait for them are paid for, the oldest first, as far as the credits go.
 */
export async function payForWaiting(db: Database, amender: Amender, userId: string, now: number): Promise<void> {
  const racers = await db
    .selectFrom('racers')
    .select(['id', 'createdAt'])
    .where('createdBy', '=', userId)
    .where('awaitingCredits', '=', 1)
    .where('deletedAt', 'is', null)
    .execute();
  const events = await db
    .selectFrom('events')
    .select(['id', 'createdAt'])
    .where('ownerId', '=', userId)
    .where('awaitingCredits', '=', 1)
    .where('deletedAt', 'is', null)
    .execute();
  const waiting = [
    ...racers.map((racer) => ({ ...racer, pay: () => payForRacer(db, userId, racer.id, now) })),
    ...events.map((event) => ({ ...event, pay: () => payForEvent(amender, userId, event.id, now) })),
  ];
  for (const { pay } of waiting.toSorted((one, other) => one.createdAt - other.createdAt)) {
    // An event that cannot be read here keeps waiting for a node that can, and holds up no other.
    await pay().catch((error: unknown) => {
      if (!(error instanceof UnknownChange)) throw error;
    });
  }
}

/** Accounts whose credits cover something that waits for them: a server that was killed may have left it waiting. */
export async function findPayable(db: Database): Promise<string[]> {
  const waiting = [
    { table: 'racers', owner: 'racers.createdBy', cost: RACER_COST },
    { table: 'events', owner: 'events.ownerId', cost: EVENT_COST },
  ] as const;
  const userIds = new Set<string>();
  for (const { table, owner, cost } of waiting) {
    const rows = await db
      .selectFrom(table)
      .innerJoin('creditAccounts', 'creditAccounts.userId', owner)
      .select('creditAccounts.userId')
      .where(`${table}.awaitingCredits`, '=', 1)
      .where(`${table}.deletedAt`, 'is', null)
      .where('creditAccounts.balance', '>=', cost)
      .distinct()
      .execute();
    for (const { userId } of rows) if (userId !== null) userIds.add(userId);
  }
  return [...userIds];
}

async function payForRacer(db: Database, userId: string, racerId: string, now: number): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await lockLibrary(trx, userId);
    const cause = `racer-waited:${racerId}`;
    const charge = { userId, kind: 'racer', cause, subjectId: racerId, amount: RACER_COST, now } as const;
    if (!(await takeCredits(trx, charge))) return;
    await trx.updateTable('racers').set({ awaitingCredits: 0 }).where('id', '=', racerId).execute();
  });
}

async function payForEvent(amender: Amender, userId: string, eventId: string, now: number): Promise<void> {
  await amender.amend([eventId], authorOf(userId), async (event, tx) => {
    await tx.lockLibrary(userId);
    const cause = `event-waited:${eventId}`;
    const charge = { userId, kind: 'event', cause, subjectId: eventId, amount: EVENT_COST, now } as const;
    const isDue = event.awaitingCredits && event.deletedAt === null;
    return isDue && (await tx.charge(charge)) ? [{ type: 'credits-paid' }] : [];
  });
}

const authorOf = (userId: string): Author => ({ userId, name: '', deviceId: '' });
