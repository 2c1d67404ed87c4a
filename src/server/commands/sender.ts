import type { Actor } from '../../domain/access/actor.ts';

/** Whoever sends commands: the session's user, and the guest keys that the device holds. */
export interface Sender {
  readonly userId: string;
  readonly isAnonymous: boolean;
  readonly verifiedEmail: string | null;
  readonly name: string;
  readonly keys: Readonly<Record<string, string>>;
}

export function actorOf(sender: Sender, key: Actor['key']): Actor {
  const { userId, isAnonymous, verifiedEmail } = sender;
  return { userId, isAnonymous, verifiedEmail, key };
}
