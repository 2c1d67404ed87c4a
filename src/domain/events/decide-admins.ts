import type { Actor } from '../access/actor.ts';
import { type Admin, hasAccount, isAdmin, isByLink, type Origin } from '../access/can.ts';
import { ok, refuse } from '../result.ts';
import { isSameAdmin } from './apply.ts';
import type { ChangeBody } from '../model/changes.ts';
import type { Account, CommandOf, Decision, DecisionContext } from './decision.ts';
import type { EventState } from '../model/state.ts';

export function joinAdmins(event: EventState, _command: CommandOf<'admin.join'>, { actor }: DecisionContext): Decision {
  if (actor.userId === null || actor.userId === event.ownerId) return ok([]);
  const { userId, isAnonymous } = actor;
  const joined: Admin = { kind: 'user', userId, via: 'guest-link', isAnonymous };
  return ok(event.admins.some((known) => isSameAdmin(known, joined)) ? [] : [added(joined)]);
}

export function leaveAdmins(
  event: EventState,
  _command: CommandOf<'admin.leave'>,
  { actor }: DecisionContext,
): Decision {
  return ok(event.admins.filter((admin) => isAdmin(actor, admin)).map(removed));
}

const added = (admin: Admin): ChangeBody => ({ type: 'admin-added', admin });
const removed = (admin: Admin): ChangeBody => ({ type: 'admin-removed', admin });

/** An invitation is a mail to a stranger with words of the sender's, so the sender must have a known address. */
export function decideInvitation(
  event: EventState,
  { email }: CommandOf<'admin.invite'>,
  { actor }: DecisionContext,
): Decision {
  if (!hasAccount(actor)) return refuse('account-required');
  if (actor.verifiedEmail === null) return refuse('address-not-confirmed');
  const admin: Admin = { kind: 'email', email, ...originOf(event, actor) };
  const known = event.admins.find((each) => isSameAdmin(each, admin));
  if (known === undefined) return ok([added(admin)]);
  // The owner takes over an invitation of another admin: it is no longer removed with that admin.
  const isTakenOver = admin.by!.length === 0 && known.kind === 'email' && known.by !== undefined && known.by.length > 0;
  return isTakenOver ? ok([added(admin)]) : ok([]);
}

/** The origin of an invitation by this actor. */
export function originOf(
  event: Pick<EventState, 'ownerId' | 'admins'>,
  actor: Pick<Actor, 'userId' | 'verifiedEmail'>,
): Origin {
  if (actor.userId === null || actor.userId === event.ownerId) return { by: [] };
  const own = event.admins.filter((admin) => isAdmin(actor, admin));
  const through = own.flatMap((admin) => (admin.kind === 'email' ? (admin.by ?? []) : []));
  return { by: [...new Set([...through, actor.userId])], ...(isByLink(actor, event) && { via: 'guest-link' }) };
}

/**
 * Removes an admin under every name by which they are in the list, and the admins they invited. A removed admin knows
 * the admin link, so the link must not let them in again.
 */
export function sendAway(
  event: EventState,
  command: CommandOf<'admin.remove' | 'admin.uninvite'>,
  { accounts = [] }: DecisionContext,
): Decision {
  const name = command.type === 'admin.remove' ? command.userId : command.email;
  const meant = event.admins.filter((admin) => nameOf(admin) === name);
  if (meant.length === 0) return refuse('admin-not-found');
  const own = namesOf(meant, accounts);
  const gone = new Set([...meant, ...event.admins.filter((admin) => own.has(nameOf(admin)))]);
  for (let before = 0; before < gone.size;) {
    before = gone.size;
    const names = namesOf(gone, accounts);
    for (const admin of event.admins) if (goesAlong(admin, names)) gone.add(admin);
  }
  return ok([...[...gone].map(removed), { type: 'keys-rotated', which: 'admin' }]);
}

/** Admins invited by a removed one; or who are the same person as one of these, and in the list only by the link. */
function goesAlong(admin: Admin, gone: ReadonlySet<string>): boolean {
  const isInvited = admin.kind === 'email' && admin.by?.some((userId) => gone.has(userId)) === true;
  return isInvited || (admin.via === 'guest-link' && gone.has(nameOf(admin)));
}

const nameOf = (admin: Admin): string => (admin.kind === 'user' ? admin.userId : admin.email);

/** Ids and addresses, confirmed or not: an admin who confirms an address tomorrow would be back by it. */
function namesOf(admins: Iterable<Admin>, accounts: readonly Account[]): ReadonlySet<string> {
  const names = new Set(Array.from(admins, nameOf));
  for (const { userId, email } of accounts) {
    if (names.has(userId) || names.has(email)) names.add(userId).add(email);
  }
  return names;
}

export function decideOwner(
  event: EventState,
  { userId }: CommandOf<'owner.change'>,
  { actor, accounts }: DecisionContext,
): Decision {
  if (userId === event.ownerId) return ok([]);
  const admin = event.admins.find((known) => known.kind === 'user' && known.userId === userId);
  if (admin?.kind !== 'user') return refuse('admin-not-found');
  if (!hasAccount(admin)) return refuse('account-required');
  // The creator pays: an event that waits for credits cannot be handed to an account that has some.
  if (event.awaitingCredits) return refuse('awaiting-credits');
  // An event and its racers are worth their credits: a throw-away account must not pay for them and hand them over.
  if (actor.verifiedEmail === null) return refuse('address-not-confirmed');
  if (accounts !== undefined) {
    const account = accounts.find((known) => known.userId === userId);
    if (account === undefined) return refuse('admin-not-found');
    if (!account.isConfirmed) return refuse('new-owner-not-confirmed');
  }
  const own = namesOf([admin], accounts ?? []);
  const former: Admin = { kind: 'user', userId: event.ownerId, via: 'invitation', isAnonymous: false };
  return ok([
    ...(event.sharedGroup === null ? [] : [{ type: 'event-withdrawn' } as const]),
    { type: 'owner-changed', ownerId: userId },
    ...event.admins.filter((known) => own.has(nameOf(known))).map(removed),
    added(former),
  ]);
}

/** Admins who came by the link are removed when the link is changed, together with those they invited. */
export function evictions(event: EventState): readonly ChangeBody[] {
  return event.admins.filter(({ via }) => via === 'guest-link').map(removed);
}
