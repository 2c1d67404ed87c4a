import type { Actor } from '../../domain/access/actor.ts';

/** Sender of commands: the session's user, and the guest keys that the device holds. */
export interface Sender {
  /** Empty for a sender without a session, who may only read. */
  readonly userId: string;
  readonly isAnonymous: boolean;
  readonly verifiedEmail: string | null;
  readonly name: string;
  readonly keys: Readonly<Record<string, string>>;
  /** Called once a key was checked, so that guessing can be slowed down. */
  onKey?(eventId: string, opens: boolean): void;
}

export const nobodySends: Sender = { userId: '', isAnonymous: false, verifiedEmail: null, name: '', keys: {} };

export function actorOf(sender: Sender, key: Actor['key']): Actor {
  const { userId, isAnonymous, verifiedEmail } = sender;
  return { userId: userId === '' ? null : userId, isAnonymous, verifiedEmail, key };
}
