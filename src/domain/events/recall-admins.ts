import type { Admin } from '../access/can.ts';
import { extend } from './apply.ts';
import type { Change } from '../model/changes.ts';
import { originOf } from './decide-admins.ts';
import type { Account } from './decision.ts';
import type { EventState } from '../model/state.ts';

/** Whether an earlier release wrote the list, without who invited whom. */
export function lacksOrigins({ admins }: Pick<EventState, 'admins'>): boolean {
  return admins.some((admin) => admin.kind === 'email' && admin.by === undefined);
}

/** The list of admins with who invited whom: the log knows the author of each change, even if the change does not. */
export function recallAdmins(log: readonly Change[], accounts: readonly Account[]): readonly Admin[] {
  let event: EventState | null = null;
  for (const change of log) event = extend(event, [withOrigin(change, event, accounts)]);
  return event?.admins ?? [];
}

function withOrigin(change: Change, event: EventState | null, accounts: readonly Account[]): Change {
  if (change.type !== 'admin-added' || change.admin.kind !== 'email' || change.admin.by !== undefined) return change;
  const { userId } = change.by;
  const verifiedEmail = accounts.find((account) => account.userId === userId && account.isConfirmed)?.email ?? null;
  return { ...change, admin: { ...change.admin, ...originOf(event!, { userId, verifiedEmail }) } };
}
