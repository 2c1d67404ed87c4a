import { applyAll } from '../../src/domain/events/apply.ts';
import type { EventState } from '../../src/domain/events/state.ts';
import { countRacers } from '../../src/domain/results/lists.ts';
import { readResults } from '../../src/domain/results/read-results.ts';
import type { AccountSnapshot, ListedEvent } from '../../src/protocol/live.ts';
import type { EventKeys } from '../../src/server/commands/store.ts';
import type { MemoryDatabase } from './memory-store.ts';
import type { Person } from './people.ts';

/** What the database says at this very moment. */
export interface Reads {
  event(eventId: string): EventState | null;
  keys(eventId: string): EventKeys | undefined;
  account(person: Person): AccountSnapshot;
}

/** Each event is applied once for all nodes, however often it is read: what is stored does not depend on who reads it. */
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
  function readAccount(person: Person): AccountSnapshot {
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
  return {
    event,
    keys: (eventId) => tables.keys.get(eventId),
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
