import type { Actor } from '../../domain/access/actor.ts';

/** Whoever sends commands: the session's user, and the guest keys that the device holds. */
export interface Sender {
  /** Empty for somebody without a session, who may only read. */
  readonly userId: string;
  readonly isAnonymous: boolean;
  readonly verifiedEmail: string | null;
  readonly name: string;
  readonly keys: Readonly<Record<string, string>>;
  /** Told of a key that opens nothing, so that guessing can be slowed down. */
  onWrongKey?(eventId: string): void;
}

export const nobodySends: Sender = { userId: '', isAnonymous: false, verifiedEmail: null, name: '', keys: {} };

export function actorOf(sender: Sender, key: Actor['key']): Actor {
  const { userId, isAnonymous, verifiedEmail } = sender;
  return { userId: userId === '' ? null : userId, isAnonymous, verifiedEmail, key };
}
