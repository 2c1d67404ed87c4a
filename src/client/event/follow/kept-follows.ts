/** The part of `Storage` used here. A browser that refuses storage throws from it. */
type KeptStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

const nameOf = (eventId: string, racerId: string | null): string => `pushoff-follow:${eventId}:${racerId ?? ''}`;

/** The token that stops the messages of this device about a racer; null where there are none. */
export function readFollow(storage: KeptStorage, eventId: string, racerId: string | null): string | null {
  try {
    return storage.getItem(nameOf(eventId, racerId));
  } catch {
    return null;
  }
}

export function keepFollow(storage: KeptStorage, eventId: string, racerId: string | null, token: string | null): void {
  try {
    if (token === null) storage.removeItem(nameOf(eventId, racerId));
    else storage.setItem(nameOf(eventId, racerId), token);
  } catch {
    // Without storage the messages are stopped by their own link.
  }
}
