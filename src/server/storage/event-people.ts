import { hideAddress } from '../../domain/access/hide-address.ts';
import type { EventState } from '../../domain/model/state.ts';
import type { EventPeople, EventPerson } from '../../protocol/event-reads.ts';
import type { Database } from './engine.ts';

export interface KnownPerson {
  readonly name: string;
  readonly email: string | null;
  readonly isAnonymous: boolean;
  readonly isConfirmed: boolean;
}

export interface Sight {
  /** Addresses are not for guests: everybody with the link is a guest. */
  readonly addresses: boolean;
  /** Confirmations are for the admin who can hand the event over. */
  readonly confirmations: boolean;
}

/** Admins of an event, with their names. */
export async function readEventPeople(db: Database, event: EventState, sees: Sight): Promise<EventPeople> {
  const { ownerId, admins } = event;
  const userIds = [ownerId, ...admins.flatMap((admin) => (admin.kind === 'user' ? [admin.userId] : []))];
  const people = await readPeople(db, userIds);
  const person = (userId: string, via: Via, isAnonymous: boolean): EventPerson => {
    const known = people.get(userId) ?? { ...nobody, name: isAnonymous ? GUEST : GONE, isAnonymous };
    const { isConfirmed, ...told } = known;
    return {
      kind: 'user',
      userId,
      via,
      ...told,
      email: sees.addresses ? known.email : null,
      ...(sees.confirmations && { isConfirmed }),
    };
  };
  return {
    owner: person(ownerId, 'owner', false),
    admins: admins.map((admin) =>
      admin.kind === 'user'
        ? person(admin.userId, admin.via, admin.isAnonymous)
        : { kind: 'email', email: sees.addresses ? admin.email : hideAddress(admin.email) },
    ),
  };
}

type Via = 'owner' | 'invitation' | 'guest-link';

const nobody = { email: null, isConfirmed: false };
const GUEST = 'Guest';
/** Name of an admin without one, as in the history. */
const UNNAMED = 'Admin';
const GONE = 'Deleted account';

export async function readPeople(db: Database, userIds: readonly string[]): Promise<ReadonlyMap<string, KnownPerson>> {
  if (userIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('user')
    .leftJoin('profiles', 'profiles.userId', 'user.id')
    .select(['user.id', 'user.name', 'user.email', 'user.emailVerified', 'user.isAnonymous', 'profiles.username'])
    .where('user.id', 'in', userIds)
    .execute();
  return new Map(
    rows.map(({ id, name, email, username, ...row }): [string, KnownPerson] => {
      const isAnonymous = Boolean(row.isAnonymous);
      const known = [username ?? '', name].find((text) => text.trim() !== '') ?? UNNAMED;
      if (isAnonymous) return [id, { ...nobody, name: GUEST, isAnonymous }];
      return [id, { name: known, email, isAnonymous, isConfirmed: Boolean(row.emailVerified) }];
    }),
  );
}
