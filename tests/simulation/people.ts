/** A user with a session. */
export interface Person {
  readonly userId: string;
  readonly name: string;
  readonly isAnonymous: boolean;
  readonly verifiedEmail: string | null;
}

/** The user of each cookie. A cookie that is not in the map has expired. */
export interface Sessions {
  open(person: Person): string;
  /** Null when the cookie has expired, or when there is none. */
  find(token: string | null): Person | null;
  expire(token: string): void;
}

export function createSessions(): Sessions {
  const people = new Map<string, Person>();
  let opened = 0;
  return {
    open(person) {
      opened += 1;
      const token = `session-${opened}-${person.userId}`;
      people.set(token, person);
      return token;
    },
    find: (token) => (token === null ? null : (people.get(token) ?? null)),
    expire: (token) => void people.delete(token),
  };
}
