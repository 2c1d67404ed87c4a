import type { Actor } from './actor.ts';

/** What access needs to know of an event. */
export interface Guarded {
  readonly ownerId: string;
  readonly admins: readonly Admin[];
}

export type Admin =
  | { readonly kind: 'user'; readonly userId: string; readonly via: 'invitation' | 'guest-link' }
  | { readonly kind: 'email'; readonly email: string };

/** `guest` holds the admin link and has not joined yet: everything is shown, nothing can be tapped. */
export type Role = 'owner' | 'admin' | 'guest' | 'viewer' | 'none';

const everybodyInside: readonly Role[] = ['owner', 'admin', 'guest', 'viewer'];
const admins: readonly Role[] = ['owner', 'admin'];
const owner: readonly Role[] = ['owner'];

const rolesThatCan = {
  view: everybodyInside,
  seeAdmins: ['owner', 'admin', 'guest'],
  seeHistory: ['owner', 'admin', 'guest'],
  seeKeys: admins,
  join: ['guest', 'viewer', 'none'],
  time: admins,
  addRacers: admins,
  removeRacers: admins,
  inviteAdmins: admins,
  leave: ['admin'],
  rename: owner,
  delete: owner,
  duplicate: owner,
  removeAdmins: owner,
  handOver: owner,
  share: owner,
  rotateKeys: owner,
} as const satisfies Record<string, readonly Role[]>;

export type Capability = keyof typeof rolesThatCan;
export const capabilities = Object.keys(rolesThatCan) as readonly Capability[];

export function roleOf(actor: Actor, event: Guarded): Role {
  const { userId, verifiedEmail } = actor;
  if (userId !== null && userId === event.ownerId) return 'owner';
  const isAdmin = event.admins.some((admin) =>
    admin.kind === 'user' ? admin.userId === userId : admin.email === verifiedEmail,
  );
  if (isAdmin) return 'admin';
  if (actor.key === 'admin') return 'guest';
  return actor.key === 'viewer' ? 'viewer' : 'none';
}

export function can(actor: Actor, capability: Capability, event: Guarded): boolean {
  if (capability === 'join') return actor.key === 'admin' && actor.userId !== null;
  return (rolesThatCan[capability] as readonly Role[]).includes(roleOf(actor, event));
}
