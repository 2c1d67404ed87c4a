import { isDeepStrictEqual } from 'node:util';
import type { Actor } from '../../../src/domain/access/actor.ts';
import { type Role, roleOf } from '../../../src/domain/access/can.ts';
import { applyAll } from '../../../src/domain/events/apply.ts';
import type { Change } from '../../../src/domain/model/changes.ts';
import type { EventState } from '../../../src/domain/model/state.ts';
import type { Person } from '../people.ts';
import { guestKey } from '../stores.ts';

/** The state of an event at each of its numbers, replayed from its log. */
export interface History {
  readonly eventId: string;
  readonly log: readonly Change[];
  /** `states[n]` after change n; `states[0]` is null. */
  readonly states: readonly (EventState | null)[];
  /** The keys after change n. */
  keysAt(seq: number): { readonly admin: string; readonly viewer: string };
  roleAt(seq: number, person: Person | null, key: string | undefined): Role;
}

/** Throws when the log does not replay. */
export function readHistory(eventId: string, log: readonly Change[]): History {
  const states: (EventState | null)[] = [null];
  const rotations: { admin: number; viewer: number }[] = [{ admin: 0, viewer: 0 }];
  for (const change of log) {
    states.push(applyAll(states.at(-1)!, [change]));
    const last = rotations.at(-1)!;
    rotations.push(change.type === 'keys-rotated' ? { ...last, [change.which]: last[change.which] + 1 } : last);
  }
  function keysAt(seq: number) {
    const count = rotations[seq]!;
    return { admin: guestKey(eventId, 'admin', count.admin), viewer: guestKey(eventId, 'viewer', count.viewer) };
  }
  return {
    eventId,
    log,
    states,
    keysAt,
    roleAt(seq, person, key) {
      const state = states[seq];
      if (state === null || state === undefined) return 'none';
      const keys = keysAt(seq);
      const held = key === undefined ? null : key === keys.admin ? 'admin' : key === keys.viewer ? 'viewer' : null;
      const actor: Actor =
        person === null
          ? { userId: null, isAnonymous: false, verifiedEmail: null, key: held }
          : { ...person, key: held };
      return roleOf(actor, state);
    },
  };
}

/** Texts are compared first: they are nearly always equal, and the comparison is many times as fast. */
export function isSame(one: object | null | undefined, other: object | null | undefined): boolean {
  if (one === other) return true;
  if (!one || !other) return false;
  return textOf(one) === textOf(other) || isDeepStrictEqual(one, other);
}

const texts = new WeakMap<object, string>();

/** Objects in this world are never changed, so their texts can be cached. */
function textOf(value: object): string {
  const known = texts.get(value);
  if (known !== undefined) return known;
  const text = JSON.stringify(value);
  texts.set(value, text);
  return text;
}
