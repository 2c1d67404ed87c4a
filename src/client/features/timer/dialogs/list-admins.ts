import type { Admin } from '../../../../domain/access/can.ts';
import type { EventState } from '../../../../domain/events/state.ts';
import type { EventPeople, EventPerson } from '../../../../protocol/event-reads.ts';

export interface ListedAdmin {
  readonly key: string;
  readonly name: string;
  /** How they came to be here, in a few words. */
  readonly about: string;
  readonly isOwner: boolean;
  readonly isMe: boolean;
  readonly admin: Admin | null;
  /** An event belongs only to somebody with an account. */
  readonly canOwn: boolean;
}

/** The event says who they are, now; what the server was asked for says what they are called. */
export function listAdmins(event: EventState, people: EventPeople | null, myId: string | null): ListedAdmin[] {
  const persons = people === null ? [] : [people.owner, ...people.admins];
  const users = new Map(persons.flatMap((person) => (person.kind === 'user' ? [[person.userId, person]] : [])));
  return [ownerOf(event, users, myId), ...event.admins.map((admin) => listed(admin, users, myId))];
}

type User = Extract<EventPerson, { readonly kind: 'user' }>;

function ownerOf({ ownerId }: EventState, users: ReadonlyMap<string, User>, myId: string | null): ListedAdmin {
  const user = users.get(ownerId);
  return {
    key: ownerId,
    name: user?.name ?? (ownerId === myId ? 'You' : 'The owner'),
    about: user?.email == null ? 'owner' : `owner · ${user.email}`,
    isOwner: true,
    isMe: ownerId === myId,
    admin: null,
    canOwn: false,
  };
}

function listed(admin: Admin, users: ReadonlyMap<string, User>, myId: string | null): ListedAdmin {
  if (admin.kind === 'email') {
    const about = 'invited by email';
    return { key: admin.email, name: admin.email, about, isOwner: false, isMe: false, admin, canOwn: false };
  }
  const user = users.get(admin.userId);
  const came = admin.via === 'guest-link' ? 'joined by link' : 'invited';
  return {
    key: admin.userId,
    name: user?.name || (admin.isAnonymous ? 'Guest' : 'An admin'),
    about: user?.email == null ? came : `${came} · ${user.email}`,
    isOwner: false,
    isMe: admin.userId === myId,
    admin,
    canOwn: !admin.isAnonymous,
  };
}
