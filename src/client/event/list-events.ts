import { LANGUAGE } from '../../domain/language.ts';
import type { ListedEvent } from '../../protocol/live.ts';

export const eventSorts = [
  { value: 'newest', label: 'Date (newest)' },
  { value: 'oldest', label: 'Date (oldest)' },
  { value: 'a-to-z', label: 'Name (A to Z)' },
  { value: 'z-to-a', label: 'Name (Z to A)' },
] as const;
export type EventSort = (typeof eventSorts)[number]['value'];

const collator = new Intl.Collator(LANGUAGE, { numeric: true, sensitivity: 'base' });
const plain = (text: string): string => text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();

/** The user's own events that are not deleted and whose name contains the text; case and accents do not matter. */
export function listOwnEvents(events: readonly ListedEvent[], search: string, sort: EventSort): ListedEvent[] {
  const wanted = plain(search.trim());
  const byDate = (one: ListedEvent, other: ListedEvent) =>
    other.createdAt - one.createdAt || (one.id < other.id ? 1 : -1);
  const byName = (one: ListedEvent, other: ListedEvent) => collator.compare(one.name, other.name) || byDate(one, other);
  const order: Record<EventSort, (one: ListedEvent, other: ListedEvent) => number> = {
    newest: byDate,
    oldest: (one, other) => byDate(other, one),
    'a-to-z': byName,
    'z-to-a': (one, other) => byName(other, one),
  };
  return events
    .filter(({ isOwner, deletedAt, name }) => isOwner && deletedAt === null && plain(name).includes(wanted))
    .toSorted(order[sort]);
}
