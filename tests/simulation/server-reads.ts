import type { CachedEvent, ChangesAnswer } from '../../src/client/sync/ports.ts';
import type { Actor } from '../../src/domain/access/actor.ts';
import { frameOf } from '../../src/domain/sights/public-rows.ts';
import { touchedSince } from '../../src/domain/events/touched-racers.ts';
import { viewChanges, viewEvent } from '../../src/domain/sights/views.ts';
import { applyAll } from '../../src/domain/events/apply.ts';
import type { EventState } from '../../src/domain/model/state.ts';
import { ok, refuse, type Result } from '../../src/domain/result.ts';
import { countRacers } from '../../src/domain/results/lists.ts';
import { readResults } from '../../src/domain/results/read-results.ts';
import type { AccountSnapshot, ListedEvent } from '../../src/protocol/live.ts';
import type { EventKeys } from '../../src/server/access/event-door.ts';
import { matchingKey } from '../../src/server/access/guest-keys.ts';
import { type Access, judgeReader, readerOf } from '../../src/server/access/judge-reader.ts';
import type { MemoryDatabase } from './memory-store.ts';
import type { Person } from './people.ts';

interface Looked {
  readonly event: EventState;
  readonly access: Access;
}

/** Reads of the database's present state. */
export interface Reads {
  event(eventId: string): EventState | null;
  keys(eventId: string): EventKeys | undefined;
  account(person: Pick<Person, 'userId' | 'verifiedEmail'>): AccountSnapshot;
  look(
    person: Person | null,
    eventId: string,
    key: string | undefined,
  ): Result<Looked, 'event-not-found' | 'event-deleted'>;
  whole(looked: Looked): CachedEvent;
  /** What came after a number; the whole event where nothing else will do. */
  since(looked: Looked, after: number): ChangesAnswer;
}

/**
 * Each event is applied once for all nodes, however often it is read: the stored state does not depend on the reader.
 */
export function createReads(database: MemoryDatabase): Reads {
  const { tables, balanceOf } = database;
  const applied = new Map<string, EventState>();
  const accounts = new Map<string, { readonly version: number; readonly account: AccountSnapshot }>();

  function event(eventId: string): EventState | null {
    const row = tables.events.get(eventId);
    if (row === undefined) return null;
    const known = applied.get(eventId);
    const log = tables.changes.get(eventId) ?? [];
    const last = log.at(-1)?.seq ?? 0;
    if (known?.seq === last) return known;
    const start = known !== undefined && known.seq < last ? known : row.snapshot;
    const state = applyAll(start, log.slice(log.findIndex(({ seq }) => seq === start.seq) + 1))!;
    applied.set(eventId, state);
    return state;
  }

  function listed(state: EventState, userId: string): ListedEvent {
    const { id, name, createdAt, deletedAt, awaitingCredits } = state;
    const counts = countRacers(readResults(state));
    return { id, name, createdAt, deletedAt, awaitingCredits, isOwner: state.ownerId === userId, ...counts };
  }
  function readAccount(person: Pick<Person, 'userId' | 'verifiedEmail'>): AccountSnapshot {
    const subjects = new Set([`user:${person.userId}`, `email:${person.verifiedEmail ?? ''}`]);
    const events = [...tables.events.values()]
      .filter((row) => row.subjects.some((subject) => subjects.has(subject)))
      .map((row) => event(row.id)!)
      .filter((state) => state.deletedAt === null || state.ownerId === person.userId)
      .toSorted((one, other) => other.createdAt - one.createdAt || (one.id < other.id ? -1 : 1));
    const racers = [...tables.racers.values()]
      .filter(({ racer, isDeleted }) => racer.createdBy === person.userId && !isDeleted)
      .map(({ racer }) => racer)
      .toSorted((one, other) => one.createdAt - other.createdAt || (one.id < other.id ? -1 : 1));
    return {
      credits: balanceOf(person.userId),
      events: events.map((state) => listed(state, person.userId)),
      racers,
    };
  }
  function whole({ event: found, access: { view, sight, seesKeys } }: Looked): CachedEvent {
    const keys = seesKeys ? tables.keys.get(found.id) : undefined;
    return { view, event: viewEvent(found, sight), ...(keys && { keys }) };
  }
  return {
    event,
    keys: (eventId) => tables.keys.get(eventId),
    look(person, eventId, key) {
      const found = event(eventId);
      if (found === null) return refuse('event-not-found');
      const keys = tables.keys.get(eventId);
      const kind = key === undefined || keys === undefined ? null : matchingOnce(key, keys);
      const judged = judgeReader(readerOf(person && { ...person, keys: {} }, kind), found);
      return judged.ok ? ok({ event: found, access: judged.value }) : judged;
    },
    whole,
    since(looked, after) {
      const { event: found, access } = looked;
      const log = tables.changes.get(found.id) ?? [];
      const missed = log.filter(({ seq }) => seq > after && seq <= found.seq);
      if (access.sight === 'viewer') {
        const touched = touchedSince(found, missed);
        return touched === 'all' ? whole(looked) : frameOf(found, after, touched, true);
      }
      const changes = viewChanges(missed, access.sight, found);
      return changes === null ? whole(looked) : { changes };
    },
    account(person) {
      const { version } = database;
      const known = accounts.get(person.userId);
      if (known?.version === version) return known.account;
      const account = readAccount(person);
      accounts.set(person.userId, { version, account });
      return account;
    },
  };
}

const matched = new WeakMap<EventKeys, Map<string, Actor['key']>>();

/** Key comparisons are cached: constant-time comparison is slow, and every request carries the same key. */
function matchingOnce(given: string, keys: EventKeys): Actor['key'] {
  const known = matched.get(keys) ?? new Map<string, Actor['key']>();
  matched.set(keys, known);
  const before = known.get(given);
  if (before !== undefined) return before;
  const kind = matchingKey(given, keys);
  known.set(given, kind);
  return kind;
}
