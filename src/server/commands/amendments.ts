import { EVENT_COST, RACER_COST } from '../../domain/credits/prices.ts';
import type { Author } from '../../domain/events/state.ts';
import type { Database } from '../storage/database.ts';
import { takeCredits } from '../storage/ledger.ts';
import { userSubject } from '../storage/command-store.ts';
import type { CommandQueue } from './command-queue.ts';

/** A guest admin who logs in stays the admin of the same events, under the new name. */
export async function carryRightsOver(db: Database, queue: CommandQueue, from: string, to: string): Promise<void> {
  const rows = await db.selectFrom('eventAdmins').select('eventId').where('subject', '=', userSubject(from)).execute();
  const eventIds = rows.map(({ eventId }) => eventId);
  await queue.amend(eventIds, authorOf(to), async (event) => {
    const admin = event.admins.find((known) => known.kind === 'user' && known.userId === from);
    if (admin?.kind !== 'user') return [];
    const isKnown = event.ownerId === to || event.admins.some((known) => known.kind === 'user' && known.userId === to);
    return [
      { type: 'admin-removed', admin },
      ...(isKnown ? [] : [{ type: 'admin-added', admin: { ...admin, userId: to } } as const]),
    ];
  });
}

/** Credits have arrived: what waits for them is paid for, the oldest first, as far as they go. */
export async function payForWaiting(db: Database, queue: CommandQueue, userId: string, now: number): Promise<void> {
  const racers = await db
    .selectFrom('racers')
    .select('id')
    .where('createdBy', '=', userId)
    .where('awaitingCredits', '=', 1)
    .orderBy('createdAt')
    .execute();
  for (const { id } of racers) {
    await db.transaction().execute(async (trx) => {
      const charge = { userId, kind: 'racer', cause: `racer-waited:${id}`, amount: RACER_COST, now } as const;
      if (await takeCredits(trx, charge)) {
        await trx.updateTable('racers').set({ awaitingCredits: 0 }).where('id', '=', id).execute();
      }
    });
  }
  const events = await db
    .selectFrom('events')
    .select('id')
    .where('ownerId', '=', userId)
    .where('awaitingCredits', '=', 1)
    .orderBy('createdAt')
    .execute();
  for (const { id } of events) {
    await queue.amend([id], authorOf(userId), async (event, tx) => {
      const charge = { userId, kind: 'event', cause: `event-waited:${id}`, amount: EVENT_COST, now } as const;
      return event.awaitingCredits && (await tx.charge(charge)) ? [{ type: 'credits-paid' }] : [];
    });
  }
}

const authorOf = (userId: string): Author => ({ userId, name: '', deviceId: '' });
