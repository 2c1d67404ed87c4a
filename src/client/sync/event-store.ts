import type { Actor } from '../../domain/access/actor.ts';
import type { RowsFrame } from '../../domain/sights/set-rows.ts';
import type { View } from '../../domain/sights/views.ts';
import type { Change } from '../../domain/model/changes.ts';
import type { EventCommand } from '../../domain/events/commands.ts';
import type { EventState } from '../../domain/model/state.ts';
import type { ErrorCode } from '../../protocol/errors.ts';
import type { GuestKeys } from '../../protocol/live.ts';
import { upcastEvent } from '../../protocol/upcast.ts';
import {
  type ConfirmedEvent,
  hasGap,
  mergeRows,
  mergeSnapshot,
  outdated,
  resetTo,
  unknownEvent,
  want,
} from './confirmed-event.ts';
import type { MergeChanges } from './merge-changes.ts';
import { createObserved, type Observable, type Observed } from './observable.ts';
import type { CachedEvent } from './ports.ts';
import type { WithPending } from './shown-event.ts';

export interface ShownEvent {
  /** Confirmed and pending together; null while nothing is known of the event. */
  readonly event: EventState | null;
  /** The ids of the commands, and so of the taps, that the server has not confirmed yet. */
  readonly pendingIds: ReadonlySet<string>;
  readonly view: View | null;
  readonly keys: GuestKeys | null;
  /** The viewer, as far as this device knows: for `can`. */
  readonly actor: Actor;
  /** Reason why the server no longer gives the event, or never did. */
  readonly problem: ErrorCode | null;
  /** The event has changes that this page cannot read: the shown state is older than the race. */
  readonly isOutdated: boolean;
  readonly watching: number | null;
}

export interface EventStoreParts {
  actorOf(eventId: string): Actor;
  /**
   * Puts waiting commands on top. Absent on pages that record nothing: the code that decides commands weighs as much as all
   * the rest here.
   */
  readonly withPending?: WithPending;
  /**
   * Merges changes. Absent on pages for viewers alone, which are sent rows; where a node sends them changes, they ask for the
   * whole.
   */
  readonly mergeChanges?: MergeChanges;
}

export interface EventStore {
  read(eventId: string): Observable<ShownEvent>;
  confirmed(eventId: string): CachedEvent | null;
  hasGap(eventId: string): boolean;
  mergeSnapshot(snapshot: CachedEvent): void;
  /** Takes a snapshot even when it is behind the known state. */
  resetTo(snapshot: CachedEvent): void;
  mergeChanges(eventId: string, changes: readonly Change[]): void;
  /** Rows of an event for viewers. */
  mergeRows(frame: RowsFrame): void;
  /** All waiting commands, in order. */
  setPending(commands: readonly EventCommand[]): void;
  /**
   * The problem is cleared only by the server's answer to a request for the event: not by the device's cache, nor by
   * the answer to a command.
   */
  setProblem(eventId: string, code: ErrorCode | null): void;
  /** The server has changes that this page cannot read. */
  setOutdated(eventId: string): void;
  setWatching(eventId: string, count: number): void;
  /** Called when the actor, or the placing of times, has changed. */
  showAgain(eventId?: string): void;
}

interface Entry {
  confirmed: ConfirmedEvent;
  pending: readonly EventCommand[];
  /** Commands whose changes have arrived: their rows may still be waiting for their own answer. */
  readonly arrived: Set<string>;
  /** The last computed state, so that one more tap costs one step and not all of them again. */
  computed: {
    readonly on: EventState | null;
    readonly waiting: readonly EventCommand[];
    readonly event: EventState | null;
  };
  readonly shown: Observed<ShownEvent>;
}

const none: ReadonlySet<string> = new Set();

export function createEventStore(parts: EventStoreParts): EventStore {
  const entries = new Map<string, Entry>();

  function entryOf(eventId: string): Entry {
    const known = entries.get(eventId);
    if (known !== undefined) return known;
    const actor = parts.actorOf(eventId);
    const nothing: ShownEvent = {
      event: null,
      pendingIds: none,
      view: null,
      keys: null,
      actor,
      problem: null,
      isOutdated: false,
      watching: null,
    };
    const entry: Entry = {
      confirmed: unknownEvent,
      pending: [],
      arrived: new Set(),
      computed: { on: null, waiting: [], event: null },
      shown: createObserved(nothing),
    };
    entries.set(eventId, entry);
    return entry;
  }

  function show(eventId: string): void {
    const entry = entryOf(eventId);
    const { pending, arrived, computed, shown } = entry;
    const before = shown.getSnapshot();
    const { cached } = entry.confirmed;
    const on = cached?.event ?? null;
    const waiting = pending.filter(({ id }) => !arrived.has(id) && on?.taps[id] === undefined);
    const actor = parts.actorOf(eventId);
    const sourceOf = (sourceId: string) => entries.get(sourceId)?.shown.getSnapshot().event ?? null;
    const goesOn = computed.on === on && isSameCommands(computed.waiting, waiting.slice(0, computed.waiting.length));
    const from = goesOn ? computed.event : on;
    const left = goesOn ? waiting.slice(computed.waiting.length) : waiting;
    const event = parts.withPending?.(from, left, { actor, sourceOf }) ?? from;
    entry.computed = { on, waiting, event };
    const { pendingIds } = before;
    const isSamePending = pendingIds.size === waiting.length && waiting.every(({ id }) => pendingIds.has(id));
    const next: ShownEvent = {
      ...before,
      event,
      pendingIds: isSamePending ? pendingIds : new Set(waiting.map(({ id }) => id)),
      view: cached?.view ?? (event === null ? null : 'admin'),
      keys: cached?.keys ?? null,
      isOutdated: entry.confirmed.isOutdated,
      actor: isAlike(actor, before.actor) ? before.actor : actor,
    };
    // A row that leaves the outbox changes nothing that a screen shows: the change was here before.
    if (!isAlike(next, before)) shown.set(next);
  }

  function merge(eventId: string, next: ConfirmedEvent): void {
    const entry = entryOf(eventId);
    if (next === entry.confirmed) return;
    entry.confirmed = next;
    show(eventId);
  }

  const takeChanges: MergeChanges =
    parts.mergeChanges ?? ((confirmed, changes) => want(confirmed, changes.at(-1)?.seq ?? 0));

  /** Changes that were ahead may follow on the whole. */
  function mergeWhole(snapshot: CachedEvent, take: typeof mergeSnapshot): void {
    const { confirmed } = entryOf(snapshot.event.id);
    const next = take(confirmed, upcast(snapshot));
    merge(snapshot.event.id, next === confirmed ? next : takeChanges(next, []));
  }

  return {
    read: (eventId) => entryOf(eventId).shown,
    confirmed: (eventId) => entries.get(eventId)?.confirmed.cached ?? null,
    hasGap: (eventId) => hasGap(entryOf(eventId).confirmed),
    mergeSnapshot: (snapshot) => mergeWhole(snapshot, mergeSnapshot),
    resetTo: (snapshot) => mergeWhole(snapshot, resetTo),
    mergeChanges(eventId, changes) {
      const entry = entryOf(eventId);
      const next = takeChanges(entry.confirmed, changes);
      const reached = next.cached?.event.seq ?? 0;
      for (const { seq, commandId } of [...entry.confirmed.ahead, ...changes]) {
        if (seq <= reached) entry.arrived.add(commandId);
      }
      merge(eventId, next);
    },
    mergeRows(frame) {
      // A page hears only of events that it follows: a frame of another one would open an entry for nothing.
      const entry = entries.get(frame.eventId);
      if (entry !== undefined) merge(frame.eventId, mergeRows(entry.confirmed, frame));
    },
    setPending(commands) {
      const byEvent = new Map<string, EventCommand[]>();
      for (const command of commands) {
        const queue = byEvent.get(command.eventId);
        if (queue === undefined) byEvent.set(command.eventId, [command]);
        else queue.push(command);
      }
      for (const eventId of new Set([...entries.keys(), ...byEvent.keys()])) {
        const entry = entryOf(eventId);
        const pending = byEvent.get(eventId) ?? [];
        if (isSameCommands(pending, entry.pending)) continue;
        entry.pending = pending;
        show(eventId);
      }
    },
    setProblem(eventId, problem) {
      const { shown } = entryOf(eventId);
      if (shown.getSnapshot().problem !== problem) shown.set({ ...shown.getSnapshot(), problem });
    },
    setOutdated: (eventId) => merge(eventId, outdated(entryOf(eventId).confirmed)),
    setWatching(eventId, watching) {
      const { shown } = entryOf(eventId);
      if (shown.getSnapshot().watching !== watching) shown.set({ ...shown.getSnapshot(), watching });
    },
    showAgain(eventId) {
      for (const id of eventId === undefined ? entries.keys() : [eventId]) {
        const entry = entryOf(id);
        entry.computed = {
          on: entry.confirmed.cached?.event ?? null,
          waiting: [],
          event: entry.confirmed.cached?.event ?? null,
        };
        show(id);
      }
    },
  };
}

const upcast = (snapshot: CachedEvent): CachedEvent => ({ ...snapshot, event: upcastEvent(snapshot.event) });

const isAlike = <Fields extends object>(one: Fields, other: Fields): boolean =>
  (Object.keys(one) as (keyof Fields)[]).every((field) => one[field] === other[field]);

function isSameCommands(some: readonly EventCommand[], others: readonly EventCommand[]): boolean {
  return some.length === others.length && some.every(({ id }, index) => id === others[index]!.id);
}
