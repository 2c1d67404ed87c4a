import type { EventCommand } from '../../domain/events/commands.ts';
import type { EventState } from '../../domain/events/state.ts';
import type { Workspace } from './handle-command.ts';
import type { Sender } from './sender.ts';

/** Mail to strangers with words of the sender's choosing: enough for every club, too little for anybody else. */
export const MOST_INVITATIONS = { toEvent: 50, byUser: 100, inMs: 24 * 3_600_000 };

/** Mails the guest admin's link; false when there were too many already. */
export async function invite(
  { tx, now }: Pick<Workspace, 'tx' | 'now'>,
  command: EventCommand & { readonly type: 'admin.invite' },
  event: EventState,
  { userId, name }: Sender,
): Promise<boolean> {
  // The event is locked already; the sender may be inviting to another one at this moment.
  await tx.lockLibrary(userId);
  const count = await tx.countInvitations(event.id, userId, now - MOST_INVITATIONS.inMs);
  if (count.toEvent >= MOST_INVITATIONS.toEvent || count.byUser >= MOST_INVITATIONS.byUser) return false;
  const keys = await tx.readKeys(event.id);
  if (keys === undefined) throw new Error('An event has no keys');
  await tx.queueInvitation({
    id: command.id,
    eventId: event.id,
    eventName: event.name,
    userId,
    inviterName: name,
    email: command.email,
    adminKey: keys.admin,
    now,
  });
  return true;
}
