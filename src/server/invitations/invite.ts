import type { Change } from '../../domain/model/changes.ts';
import type { EventCommand } from '../../domain/events/commands.ts';
import type { EventState } from '../../domain/model/state.ts';
import type { Sender } from '../access/sender.ts';
import type { CommandTransaction } from '../journal/store.ts';
import type { Workspace } from '../journal/workspace.ts';

/** Limits on invitations, which mail the sender's own words to strangers: enough for every club, too few for spam. */
export const MOST_INVITATIONS = { toEvent: 50, byUser: 100, toAddress: 5, inMs: 24 * 3_600_000 };

/** Mails the guest admin's link; false when there were too many already. */
export async function invite(
  { tx, now }: Pick<Workspace, 'tx' | 'now'>,
  command: EventCommand & { readonly type: 'admin.invite' },
  event: EventState,
  { userId, name }: Sender,
): Promise<boolean> {
  // The event is locked already; the sender is too, because they may be inviting to another event at this moment.
  await tx.lockLibrary(userId);
  const about = { eventId: event.id, userId, email: command.email, now };
  const count = await tx.countInvitations(about, MOST_INVITATIONS.inMs);
  if (count.toEvent >= MOST_INVITATIONS.toEvent || count.byUser >= MOST_INVITATIONS.byUser) return false;
  if (count.toAddress >= MOST_INVITATIONS.toAddress) return false;
  const keys = await tx.readKeys(event.id);
  if (keys === undefined) throw new Error('An event has no keys');
  await tx.queueInvitation({
    ...about,
    id: command.id,
    eventName: event.name,
    inviterName: name,
    adminKey: keys.admin,
    language: command.language ?? null,
  });
  return true;
}

/** An invitation that was taken back is not mailed any more. */
export async function withdrawInvitations(
  tx: Pick<CommandTransaction, 'withdrawInvitation'>,
  eventId: string,
  changes: readonly Change[],
): Promise<void> {
  for (const change of changes) {
    if (change.type !== 'admin-removed' || change.admin.kind !== 'email') continue;
    await tx.withdrawInvitation(eventId, change.admin.email);
  }
}
