import type { EventState } from '../../domain/model/state.ts';
import { countersOf } from '../../domain/board/counts.ts';
import type { AccountSnapshot, ListedEvent, ServerMessage } from '../../protocol/live.ts';
import type { ListedRow } from '../storage/event-reads.ts';

export function toListed(event: EventState, userId: string): ListedEvent {
  const { id, name, createdAt, deletedAt, awaitingCredits } = event;
  return {
    id,
    name,
    createdAt,
    deletedAt,
    isOwner: event.ownerId === userId,
    awaitingCredits,
    ...countersOf(event),
  };
}

export function listRow({ ownerId, seq: _seq, ...event }: ListedRow, userId: string): ListedEvent {
  return { ...event, isOwner: ownerId === userId };
}

/** The account with newer states of the events that it lists. Only storage can say which events it lists. */
export function withNewer(account: AccountSnapshot, newer: ReadonlyMap<string, ListedEvent>): AccountSnapshot {
  if (newer.size === 0) return account;
  return { ...account, events: account.events.map((listed) => newer.get(listed.id) ?? listed) };
}

/** Messages that bring a page from one state of the account to the other. */
export function compareAccounts(before: AccountSnapshot, after: AccountSnapshot): ServerMessage[] {
  const messages: ServerMessage[] = [];
  if (before.credits !== after.credits) messages.push({ type: 'credits', credits: after.credits });
  const events = compareLists(before.events, after.events);
  for (const { id } of events.gone) messages.push({ type: 'unlisted-event', eventId: id });
  for (const event of events.changed) messages.push({ type: 'listed-event', event });
  const racers = compareLists(before.racers, after.racers);
  for (const { id } of racers.gone) messages.push({ type: 'racer-gone', racerId: id });
  for (const racer of racers.changed) messages.push({ type: 'racer', racer });
  return messages;
}

function compareLists<Item extends { readonly id: string }>(before: readonly Item[], after: readonly Item[]) {
  const known = new Map(before.map((item) => [item.id, item]));
  const kept = new Set(after.map(({ id }) => id));
  return {
    gone: before.filter(({ id }) => !kept.has(id)),
    changed: after.filter((item) => !isSame(known.get(item.id), item)),
  };
}

/** Compares whichever way the two were made: the order of fields says nothing. */
function isSame(one: object | undefined, other: object): boolean {
  if (one === undefined) return false;
  const fields = Object.entries(one);
  const others = other as Readonly<Record<string, unknown>>;
  return (
    fields.length === Object.keys(other).length &&
    fields.every(([name, value]) => JSON.stringify(value) === JSON.stringify(others[name]))
  );
}
