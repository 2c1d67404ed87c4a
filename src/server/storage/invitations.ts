import type { Transaction } from 'kysely';
import { guestPath } from '../../protocol/routes.ts';
import type { Invitation, InvitationCount } from '../commands/store.ts';
import { invitationMail } from '../mail/texts.ts';
import { queueMail } from './mail.ts';
import type { Schema } from './schema.ts';

export async function storeInvitation(
  trx: Transaction<Schema>,
  invitation: Invitation,
  publicUrl: string,
): Promise<void> {
  const { id, eventId, userId, now, email, inviterName, eventName, adminKey } = invitation;
  await trx.insertInto('invitations').values({ id, eventId, userId, createdAt: now }).execute();
  const links = { timer: publicUrl + guestPath(eventId, 'admin', adminKey), home: `${publicUrl}/homepage` };
  await queueMail(trx, invitationMail(email, { inviter: inviterName, event: eventName }, links), now);
}

/** Those of this event that count no more are forgotten. */
export async function countInvitations(
  trx: Transaction<Schema>,
  eventId: string,
  userId: string,
  since: number,
): Promise<InvitationCount> {
  await trx.deleteFrom('invitations').where('eventId', '=', eventId).where('createdAt', '<', since).execute();
  const count = async (column: 'eventId' | 'userId', value: string) => {
    const row = await trx
      .selectFrom('invitations')
      .select((all) => all.fn.countAll().as('count'))
      .where(column, '=', value)
      .where('createdAt', '>=', since)
      .executeTakeFirstOrThrow();
    return Number(row.count);
  };
  return { toEvent: await count('eventId', eventId), byUser: await count('userId', userId) };
}
