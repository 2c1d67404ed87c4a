/** The name in other people's events of a user whose account is gone. */
export const FORMER_HELPER = 'a former helper';

export interface ErasedPerson {
  readonly userId: string;
  /** Null where the address stays: it was named after the account had gone. */
  readonly email: string | null;
}

/**
 * The ids that stand in the log instead. There are two, because an invitation and the person who came by it are two
 * entries in an event's admins: with one id for both the log would say that removing one removed the other.
 */
export interface Stand {
  readonly userId: string;
  readonly invited: string;
}

/**
 * The same change or state without the person. Every other value stays, and so do numbers, times and results; replaying
 * erased changes makes the erased state.
 */
export function erasePerson<Value>(value: Value, person: ErasedPerson, stand: Stand): Value {
  return erase(value, person, stand) as Value;
}

function erase(value: unknown, person: ErasedPerson, stand: Stand): unknown {
  if (typeof value === 'string') {
    if (value === person.userId) return stand.userId;
    return value === person.email ? stand.invited : value;
  }
  if (Array.isArray(value)) return value.map((inner) => erase(inner, person, stand));
  if (typeof value !== 'object' || value === null) return value;
  const fields = value as Readonly<Record<string, unknown>>;
  const erased: Record<string, unknown> = {};
  for (const [name, inner] of Object.entries(fields)) erased[name] = erase(inner, person, stand);
  if (fields['userId'] === person.userId && 'deviceId' in fields) {
    return { ...erased, name: FORMER_HELPER, deviceId: '' };
  }
  if (fields['userId'] === person.userId && 'post' in fields) return { ...erased, name: FORMER_HELPER };
  if (fields['kind'] === 'email' && person.email !== null && fields['email'] === person.email) {
    // The stand-in is a user id that no one can sign up as; an address here could be signed up with.
    return { kind: 'user', userId: stand.invited, via: fields['via'] ?? 'invitation', isAnonymous: false };
  }
  return erased;
}
