/** Somebody with a session. */
export interface Person {
  readonly userId: string;
  readonly name: string;
  readonly isAnonymous: boolean;
  readonly verifiedEmail: string | null;
}

/** Who is signed in by which cookie. A cookie that is not here has expired. */
export interface Sessions {
  open(person: Person): string;
  /** Null when it has expired, or when there was none. */
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
