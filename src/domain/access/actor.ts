/** Whoever asks for something, as the server knows them (or the client, for itself). */
export interface Actor {
  readonly userId: string | null;
  readonly isAnonymous: boolean;
  /** Rights that were given to an address count only for whoever has shown that it is theirs. */
  readonly verifiedEmail: string | null;
  /** The key of this event's link that they hold, checked. */
  readonly key: 'admin' | 'viewer' | null;
}

export const nobody: Actor = { userId: null, isAnonymous: false, verifiedEmail: null, key: null };
