/** The caller, as the server knows them (or the client, for itself). */
export interface Actor {
  readonly userId: string | null;
  readonly isAnonymous: boolean;
  /** Rights that were given to an address count only for a caller who has confirmed it. */
  readonly verifiedEmail: string | null;
  /** The key of this event's link that the caller holds, checked. */
  readonly key: 'admin' | 'viewer' | null;
}

export const nobody: Actor = { userId: null, isAnonymous: false, verifiedEmail: null, key: null };
