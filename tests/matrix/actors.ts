/** Every role that may send a request. The first eleven are the specification's; the rest are special cases of them. */
export const actors = [
  'nobody',
  'newcomer',
  'outsider',
  'owner',
  'admin by id',
  'admin by email',
  'guest admin',
  'viewer',
  "another event's guest admin",
  'revoked guest',
  'expired session',
  'holder of the admin link',
  'viewer with an account',
  'invited, not verified',
  'screen',
] as const;
export type ActorName = (typeof actors)[number];

/**
 * `own`: an event (racer, payment) of the club to which the actor's role belongs. For an actor whose role has ended,
 * the event of that former role. `missing`: an id that nothing has.
 */
export const targets = ['own', "other's", 'deleted', "other's deleted", 'missing'] as const;
export type Target = (typeof targets)[number];

export type Session = 'none' | 'account' | 'anonymous';
/** The role of an actor in the events of their club. */
export type Standing = 'owner' | 'admin' | 'holder' | 'viewer' | 'stranger';
export type Club = 'ours' | 'theirs';

interface Actor {
  readonly session: Session;
  /** Null for an actor without a club, who owns nothing. */
  readonly club: Club | null;
  readonly standing: Standing;
  /** The key that the actor sends with every request. */
  readonly key: 'admin' | 'viewer' | 'former' | 'screen' | null;
}

const none: Actor = { session: 'none', club: null, standing: 'stranger', key: null };

/**
 * A holder has the admin link and has not joined. An expired session counts as no session, a changed link as no link.
 */
export const actorOf: Readonly<Record<ActorName, Actor>> = {
  nobody: none,
  newcomer: { ...none, session: 'account' },
  outsider: { session: 'account', club: 'theirs', standing: 'owner', key: null },
  owner: { session: 'account', club: 'ours', standing: 'owner', key: null },
  'admin by id': { session: 'account', club: 'ours', standing: 'admin', key: null },
  'admin by email': { session: 'account', club: 'ours', standing: 'admin', key: null },
  'guest admin': { session: 'anonymous', club: 'ours', standing: 'admin', key: 'admin' },
  viewer: { session: 'none', club: 'ours', standing: 'viewer', key: 'viewer' },
  "another event's guest admin": { session: 'anonymous', club: 'theirs', standing: 'admin', key: 'admin' },
  'revoked guest': { session: 'anonymous', club: 'ours', standing: 'stranger', key: 'former' },
  'expired session': { session: 'none', club: 'ours', standing: 'stranger', key: null },
  'holder of the admin link': { session: 'anonymous', club: 'ours', standing: 'holder', key: 'admin' },
  'viewer with an account': { session: 'account', club: 'ours', standing: 'viewer', key: 'viewer' },
  'invited, not verified': { session: 'account', club: 'ours', standing: 'stranger', key: null },
  screen: { session: 'none', club: 'ours', standing: 'viewer', key: 'screen' },
};

export const isOwnClub = (target: Target): boolean => target === 'own' || target === 'deleted';
export const isDeleted = (target: Target): boolean => target === 'deleted' || target === "other's deleted";

/** An actor without a club has no own targets. */
export function targetsOf(actor: ActorName): readonly Target[] {
  return actorOf[actor].club === null ? targets.filter((target) => !isOwnClub(target)) : targets;
}

export function standingOn(actor: ActorName, target: Target): Standing {
  return isOwnClub(target) ? actorOf[actor].standing : 'stranger';
}

export function clubOf(actor: ActorName, target: Target): Club {
  const own = actorOf[actor].club ?? 'theirs';
  if (isOwnClub(target)) return own;
  return own === 'ours' ? 'theirs' : 'ours';
}
