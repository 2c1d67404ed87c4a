import type { Actor } from '../../domain/access/actor.ts';
import { roleOf } from '../../domain/access/can.ts';
import { EVENT_COST, RACER_COST } from '../../domain/credits/prices.ts';
import type { EventCommand } from '../../domain/events/commands.ts';
import type { EventState } from '../../domain/model/state.ts';
import { applyRacer, decideRacer, type Racer } from '../../domain/racers/library.ts';
import { samePersons } from '../../domain/racers/persons.ts';
import type { Placed, Reading } from '../../domain/timing/clock.ts';
import { countRacers } from '../../domain/results/lists.ts';
import { readResults } from '../../domain/results/read-results.ts';
import { isEventCommand } from '../../protocol/command-kinds.ts';
import type { Command, RacerCommand } from '../../protocol/commands.ts';
import type { AccountSnapshot, ListedEvent, ServerMessage } from '../../protocol/live.ts';
import { createObserved, type Observable } from './observable.ts';

export interface ShownAccount {
  /** Null until the server's answer or the device's cache is there. */
  readonly credits: number | null;
  readonly events: readonly ListedEvent[];
  /** Racers of the library, each person once. */
  readonly racers: readonly Racer[];
  /** Racers that were merged into one of those. */
  readonly merged: readonly Racer[];
  /** Ids of events and racers with commands that the server has not confirmed yet. */
  readonly pendingIds: ReadonlySet<string>;
  readonly isKnown: boolean;
}

export interface AccountStoreParts {
  actor(): Actor;
  place(reading: Reading): Placed;
  /** The event as a screen shows it, waiting commands included. */
  shownEvent(eventId: string): EventState | null;
}

export interface AccountStore extends Observable<ShownAccount> {
  confirmed(): AccountSnapshot | null;
  setConfirmed(account: AccountSnapshot): void;
  /** True when the message was about the account. */
  hear(message: ServerMessage): boolean;
  mergeRacer(racerId: string, racer: Racer | null): void;
  /** Adds an event of this account as the server confirmed it, until the server's own list arrives. */
  mergeEvent(event: EventState): void;
  charge(credits: number): void;
  setPending(commands: readonly Command[]): void;
}

export function costOf(command: Command): number {
  if (command.type === 'event.create' || command.type === 'event.duplicate') return EVENT_COST;
  return command.type === 'racer.create' ? RACER_COST : 0;
}

const subjectOf = (command: Command): string => (isEventCommand(command) ? command.eventId : command.racerId);

export function createAccountStore(parts: AccountStoreParts): AccountStore {
  let confirmed: AccountSnapshot | null = null;
  let pending: readonly Command[] = [];
  /** Racers that this page has seen deleted, so that a restored one shows at once. */
  const gone = new Map<string, Racer>();
  const shown = createObserved<ShownAccount>(show());

  function show(): ShownAccount {
    const base = confirmed ?? { credits: 0, events: [], racers: [] };
    // The server has charged for everything that it lists, also when its answer was lost on the way.
    const listed = new Set([...base.events, ...base.racers].map(({ id }) => id));
    const unpaid = pending.filter((command) => !listed.has(subjectOf(command)));
    const cost = unpaid.reduce((sum, command) => sum + costOf(command), 0);
    return {
      credits: confirmed === null ? null : Math.max(0, base.credits - cost),
      events: showEvents(base.events),
      ...apart(showRacers(base.racers)),
      pendingIds: new Set(pending.map(subjectOf)),
      isKnown: confirmed !== null,
    };
  }

  function showEvents(events: readonly ListedEvent[]): readonly ListedEvent[] {
    let list = events;
    const commands = pending.filter(isEventCommand);
    for (const eventId of new Set(commands.map((command) => command.eventId))) {
      const event = parts.shownEvent(eventId);
      if (event !== null) list = withListed(list, event, parts.actor());
      // The event was never opened on this device: only its row in the list is known.
      else list = list.map((known) => (known.id === eventId ? commands.reduce(showOn, known) : known));
    }
    return list;
  }

  function showOn(listed: ListedEvent, command: EventCommand): ListedEvent {
    if (command.eventId !== listed.id || !listed.isOwner) return listed;
    if (command.type === 'event.rename') return { ...listed, name: command.name.trim() || listed.name };
    if (command.type === 'event.delete') return { ...listed, deletedAt: parts.place(command.captured).at };
    return command.type === 'event.restore' ? { ...listed, deletedAt: null } : listed;
  }

  function showRacers(racers: readonly Racer[]): readonly Racer[] {
    const commands = pending.filter((command): command is RacerCommand => !isEventCommand(command));
    // Most commands are taps, maybe thousands, and change no racer.
    if (commands.length === 0) return racers;
    const library = new Map(racers.map((racer) => [racer.id, racer]));
    for (const command of commands) {
      const { racerId } = command;
      const before = library.get(racerId) ?? null;
      const deleted = gone.get(racerId) ?? null;
      const at = parts.place(command.captured).at;
      const merge = command.type === 'racer.merge' && {
        into: library.get(command.into) ?? null,
        same: samePersons([...library.values()]),
        haveMet: false,
      };
      const decision = decideRacer(before, command, { actor: parts.actor(), at, deleted, ...(merge && { merge }) });
      for (const change of decision.ok ? decision.value : []) {
        const racer = applyRacer(racerId, library.get(racerId) ?? null, change);
        if (racer !== null) library.set(racerId, racer);
        else if (library.delete(racerId) && before !== null) gone.set(racerId, before);
      }
    }
    return [...library.values()];
  }

  function confirm(account: AccountSnapshot): void {
    const kept = new Set(account.racers.map(({ id }) => id));
    for (const racer of confirmed?.racers ?? []) if (!kept.has(racer.id)) gone.set(racer.id, racer);
    confirmed = account;
    shown.set(show());
  }

  function update(change: (account: AccountSnapshot) => AccountSnapshot): void {
    if (confirmed !== null) confirm(change(confirmed));
  }

  const put = <Item extends { readonly id: string }>(items: readonly Item[], item: Item): readonly Item[] =>
    items.some(({ id }) => id === item.id)
      ? items.map((known) => (known.id === item.id ? item : known))
      : [...items, item];
  const without = <Item extends { readonly id: string }>(items: readonly Item[], gone: string): readonly Item[] =>
    items.filter(({ id }) => id !== gone);

  function mergeRacer(racerId: string, racer: Racer | null): void {
    update((account) => ({
      ...account,
      racers: racer === null ? without(account.racers, racerId) : put(account.racers, racer),
    }));
  }

  return {
    subscribe: shown.subscribe,
    getSnapshot: shown.getSnapshot,
    confirmed: () => confirmed,
    setConfirmed: confirm,
    hear(message) {
      switch (message.type) {
        case 'account':
          confirm(message.account);
          return true;
        case 'credits':
          update((account) => ({ ...account, credits: message.credits }));
          return true;
        case 'listed-event':
          update((account) => ({ ...account, events: put(account.events, message.event) }));
          return true;
        case 'unlisted-event':
          update((account) => ({ ...account, events: without(account.events, message.eventId) }));
          return true;
        case 'racer':
          mergeRacer(message.racer.id, message.racer);
          return true;
        case 'racer-gone':
          mergeRacer(message.racerId, null);
          return true;
        default:
          return false;
      }
    },
    mergeRacer,
    mergeEvent: (event) =>
      update((account) => ({ ...account, events: withListed(account.events, event, parts.actor()) })),
    charge: (credits) => update((account) => ({ ...account, credits: Math.max(0, account.credits - credits) })),
    setPending(commands) {
      pending = commands;
      shown.set(show());
    },
  };
}

function apart(racers: readonly Racer[]): Pick<ShownAccount, 'racers' | 'merged'> {
  const merged = racers.filter(({ sameAs }) => sameAs !== undefined);
  return { racers: merged.length === 0 ? racers : racers.filter(({ sameAs }) => sameAs === undefined), merged };
}

function withListed(list: readonly ListedEvent[], event: EventState, actor: Actor): readonly ListedEvent[] {
  const known = list.find(({ id }) => id === event.id);
  const others = list.filter(({ id }) => id !== event.id);
  const role = roleOf(actor, event);
  if (role !== 'owner' && role !== 'admin') return others;
  const { id, name, createdAt, deletedAt, awaitingCredits } = event;
  const counted = countRacers(readResults(event));
  const listed = { id, name, createdAt, deletedAt, isOwner: role === 'owner', awaitingCredits, ...counted };
  return known === undefined ? [...others, listed] : list.map((other) => (other === known ? listed : other));
}
