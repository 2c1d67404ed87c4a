import type { Actor } from './actor.ts';

/** The part of an event that access depends on. */
export interface Guarded {
  readonly ownerId: string;
  readonly admins: readonly Admin[];
}

export type Admin =
  | {
      readonly kind: 'user';
      readonly userId: string;
      readonly via: 'invitation' | 'guest-link';
      /** A user without an account can go at any time, so nothing may belong to one. */
      readonly isAnonymous: boolean;
    }
  | ({ readonly kind: 'email'; readonly email: string } & Origin);

/** How an invited address came into the list. Absent where an earlier release wrote the list: see `recallAdmins`. */
export interface Origin {
  /** The chain of inviters of the address. Empty: invited by the owner. It goes when one of them is removed. */
  readonly by?: readonly string[];
  /** The inviter had come by the admin link: the address goes when the link is changed. */
  readonly via?: 'guest-link';
}

/** `guest` holds the admin link and has not joined yet: everything is shown, nothing can be tapped. */
export type Role = 'owner' | 'admin' | 'guest' | 'viewer' | 'none';

const everybodyInside: readonly Role[] = ['owner', 'admin', 'guest', 'viewer'];
const admins: readonly Role[] = ['owner', 'admin'];
const owner: readonly Role[] = ['owner'];

const rolesThatCan = {
  view: everybodyInside,
  seeKeys: admins,
  time: admins,
  addRacers: admins,
  removeRacers: admins,
  inviteAdmins: admins,
  seeHistory: admins,
  seePeople: admins,
  manageScreens: admins,
  leave: ['admin'],
  rename: owner,
  configure: owner,
  delete: owner,
  duplicate: owner,
  removeAdmins: owner,
  handOver: owner,
  share: owner,
  rotateKeys: owner,
} as const satisfies Record<string, readonly Role[]>;

export type Capability = keyof typeof rolesThatCan | 'join';
export const capabilities: readonly Capability[] = [...(Object.keys(rolesThatCan) as Capability[]), 'join'];

/** Whether anything may belong to the caller, and stay: a guest can go at any time. */
export function hasAccount<Caller extends Pick<Actor, 'userId' | 'isAnonymous'>>(
  caller: Caller,
): caller is Caller & { readonly userId: string } {
  return caller.userId !== null && caller.userId !== '' && !caller.isAnonymous;
}

export function roleOf(actor: Actor, event: Guarded): Role {
  if (actor.userId !== null && actor.userId === event.ownerId) return 'owner';
  if (event.admins.some((admin) => isAdmin(actor, admin))) return 'admin';
  if (actor.key === 'admin') return 'guest';
  return actor.key === 'viewer' ? 'viewer' : 'none';
}

/** Whether a person is an admin by the admin link alone: they lose access when the link is changed. */
export function isByLink(person: Person, { ownerId, admins }: Guarded): boolean {
  if (person.userId === ownerId) return false;
  const own = admins.filter((admin) => isAdmin(person, admin));
  return own.length > 0 && own.every(({ via }) => via === 'guest-link');
}

type Person = Pick<Actor, 'userId' | 'verifiedEmail'>;

export function isAdmin(actor: Person, admin: Admin): boolean {
  return admin.kind === 'user' ? admin.userId === actor.userId : admin.email === actor.verifiedEmail;
}

export function can(actor: Actor, capability: Capability, event: Guarded): boolean {
  if (capability === 'join') return actor.key === 'admin' && actor.userId !== null;
  return (rolesThatCan[capability] as readonly Role[]).includes(roleOf(actor, event));
}
