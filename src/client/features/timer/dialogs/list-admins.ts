import type { Admin } from '../../../../domain/access/can.ts';
import type { EventState } from '../../../../domain/model/state.ts';
import { word } from '../../../../domain/language.ts';
import type { EventPeople, EventPerson } from '../../../../protocol/event-reads.ts';

export interface ListedAdmin {
  readonly key: string;
  readonly name: string;
  /** How the admin came to be here, in a few words. */
  readonly about: string;
  readonly isOwner: boolean;
  readonly isMe: boolean;
  readonly admin: Admin | null;
  /** Only an admin with an account can own an event. */
  readonly canOwn: boolean;
  /** The admin's account has an unconfirmed address: the event cannot be handed to them yet. */
  readonly mustConfirm: boolean;
  /** The addresses that are removed together with this admin. */
  readonly along: readonly string[];
}

/** Name of a person here who has given none. */
export const YOU = 'You';

/** The event's state says who the admins are now; the server's answer says their names. */
export function listAdmins(event: EventState, people: EventPeople | null, myId: string | null): ListedAdmin[] {
  const persons = people === null ? [] : [people.owner, ...people.admins];
  const users = new Map(persons.flatMap((person) => (person.kind === 'user' ? [[person.userId, person]] : [])));
  return [ownerOf(event, users, myId), ...event.admins.map((admin) => listed(event, admin, users, myId))];
}

type User = Extract<EventPerson, { readonly kind: 'user' }>;

function ownerOf({ ownerId }: EventState, users: ReadonlyMap<string, User>, myId: string | null): ListedAdmin {
  const user = users.get(ownerId);
  return {
    key: ownerId,
    name: user?.name ?? (ownerId === myId ? YOU : 'The owner'),
    about: user?.email == null ? word('owner') : `${word('owner')} · ${user.email}`,
    isOwner: true,
    isMe: ownerId === myId,
    admin: null,
    canOwn: false,
    mustConfirm: false,
    along: [],
  };
}

function listed(event: EventState, admin: Admin, users: ReadonlyMap<string, User>, myId: string | null): ListedAdmin {
  const person = { isOwner: false, isMe: false, admin, canOwn: false, mustConfirm: false };
  if (admin.kind === 'email') {
    const { email } = admin;
    const account = [...users.values()].find((user) => user.email === email);
    const inviter = users.get(admin.by?.at(-1) ?? '');
    const by = inviter === undefined ? '' : `, by ${inviter.name}`;
    const joined = account === undefined ? '' : ` · has joined as ${account.name}`;
    const along = account === undefined ? [] : invitedBy(event, account.userId, email);
    return { ...person, key: email, name: email, about: `invited by email${by}${joined}`, along };
  }
  const user = users.get(admin.userId);
  const came = admin.via === 'guest-link' ? 'joined by link' : word('invited');
  return {
    ...person,
    key: admin.userId,
    name: user?.name || (admin.isAnonymous ? 'Guest' : 'An admin'),
    about: user?.email == null ? came : `${came} · ${user.email}`,
    isMe: admin.userId === myId,
    canOwn: !admin.isAnonymous,
    mustConfirm: user?.isConfirmed === false && !admin.isAnonymous,
    along: invitedBy(event, admin.userId, user?.email ?? null),
  };
}

/** Addresses that an admin invited, without the admin's own, which is removed anyway. */
function invitedBy({ admins }: EventState, userId: string, own: string | null): string[] {
  return admins.flatMap((admin) =>
    admin.kind === 'email' && admin.email !== own && admin.by?.includes(userId) === true ? [admin.email] : [],
  );
}
