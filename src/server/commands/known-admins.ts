import type { Actor } from '../../domain/access/actor.ts';
import type { EventCommand } from '../../domain/events/commands.ts';
import type { Account } from '../../domain/events/decision.ts';
import { lacksOrigins, recallAdmins } from '../../domain/events/recall-admins.ts';
import type { EventState } from '../../domain/model/state.ts';
import type { Workspace } from '../journal/workspace.ts';

/** Commands after which a person is an admin of the event no more. */
const types: ReadonlySet<EventCommand['type']> = new Set([
  'admin.remove',
  'admin.uninvite',
  'owner.change',
  'keys.rotate',
]);

/** The event and the accounts behind its list of admins: with them a command removes a person and not one entry. */
export async function knowAdmins(
  work: Workspace,
  { type }: EventCommand,
  event: EventState | null,
  actor: Actor,
): Promise<{ readonly event: EventState | null; readonly accounts?: readonly Account[] }> {
  // Only the owner removes admins; any other sender is refused without the work.
  if (event === null || !types.has(type) || actor.userId !== event.ownerId) return { event };
  const userIds = event.admins.flatMap((admin) => (admin.kind === 'user' ? [admin.userId] : []));
  const emails = event.admins.flatMap((admin) => (admin.kind === 'email' ? [admin.email] : []));
  const accounts = await work.tx.findAccounts(userIds, emails);
  if (!lacksOrigins(event)) return { event, accounts };
  const here = work.appended.get(event.id) ?? [];
  const before = (here[0]?.seq ?? event.seq + 1) - 1;
  const log = [...(await work.tx.readChanges(event.id, 0, before)), ...here];
  return { event: { ...event, admins: recallAdmins(log, accounts) }, accounts };
}
