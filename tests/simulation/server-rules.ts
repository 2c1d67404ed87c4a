import type { Actor } from '../../src/domain/access/actor.ts';
import { viewChanges, viewEvent } from '../../src/domain/access/views.ts';
import type { EventState } from '../../src/domain/events/state.ts';
import { matchingKey } from '../../src/server/commands/guest-keys.ts';
import type { EventKeys } from '../../src/server/commands/store.ts';
import { judgeReader, readerOf } from '../../src/server/live/access.ts';
import type { Person } from './people.ts';

/** How the simulated server decides who sees what: the product's own functions, where a planted mistake may stand in. */
export interface ServerRules {
  readonly judge: typeof judgeReader;
  readonly viewEvent: typeof viewEvent;
  readonly viewChanges: typeof viewChanges;
  identify(person: Person | null, keys: EventKeys | undefined, given: string | undefined): Actor;
  /** Whether who follows is judged anew for every message. */
  readonly judgesEveryMessage: boolean;
}

export const serverRules: ServerRules = {
  judge: judgeReader,
  viewEvent,
  viewChanges,
  identify(person, keys, given) {
    const key = given === undefined || keys === undefined ? null : matchingOnce(given, keys);
    return readerOf(person === null ? null : { ...person, keys: {} }, key);
  },
  judgesEveryMessage: true,
};

const matched = new WeakMap<EventKeys, Map<string, Actor['key']>>();

/** Comparing in constant time takes its time, and the same key is shown with every message. */
function matchingOnce(given: string, keys: EventKeys): Actor['key'] {
  const known = matched.get(keys) ?? new Map<string, Actor['key']>();
  matched.set(keys, known);
  const before = known.get(given);
  if (before !== undefined) return before;
  const kind = matchingKey(given, keys);
  known.set(given, kind);
  return kind;
}

export type Judged = ReturnType<typeof judgeReader>;
export type { EventState };
