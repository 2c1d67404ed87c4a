import type { ChangeBody } from '../../domain/model/changes.ts';
import type { Amender } from '../journal/amender.ts';
import type { Database } from '../storage/engine.ts';
import { userSubject } from '../storage/event-doors.ts';
import { moveReceipts } from '../storage/receipts.ts';

/**
 * A guest admin who logs in stays the admin of the same events, under the new name, and the author of their commands: the
 * device may send one again whose answer was lost.
 */
export async function carryRightsOver(db: Database, amender: Amender, from: string, to: string): Promise<void> {
  const rows = await db.selectFrom('eventAdmins').select('eventId').where('subject', '=', userSubject(from)).execute();
  const eventIds = rows.map(({ eventId }) => eventId);
  await amender.amend(eventIds, { userId: to, name: '', deviceId: '' }, async (event, tx) => {
    await tx.giveScreens(event.id, from, to);
    // Events that still belonged to the anonymous user would be deleted with it.
    const owned: ChangeBody[] = event.ownerId === from ? [{ type: 'owner-changed', ownerId: to }] : [];
    const admin = event.admins.find((known) => known.kind === 'user' && known.userId === from);
    if (admin?.kind !== 'user') return owned;
    const isKnown = event.ownerId === to || event.admins.some((known) => known.kind === 'user' && known.userId === to);
    return [
      ...owned,
      { type: 'admin-removed', admin },
      ...(isKnown ? [] : [{ type: 'admin-added', admin: { ...admin, userId: to, isAnonymous: false } } as const]),
    ];
  });
  await moveReceipts(db, from, to);
}
