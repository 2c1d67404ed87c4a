import { plural } from '../../../../domain/language.ts';
import { RESTORABLE_MS } from '../../../../domain/events/decide-event.ts';
import type { ListedEvent } from '../../../../protocol/live.ts';

const DAY_MS = 24 * 3_600_000;
const HOUR_MS = 3_600_000;

/** The newest event comes first. */
export function listOpenEvents(events: readonly ListedEvent[]): ListedEvent[] {
  return events
    .filter(({ deletedAt }) => deletedAt === null)
    .toSorted((one, other) => other.createdAt - one.createdAt || (one.id < other.id ? 1 : -1));
}

export interface DeletedEvent {
  readonly event: ListedEvent;
  readonly leftMs: number;
}

/** The user's own events that can still be restored, the last deleted first. */
export function listDeletedEvents(events: readonly ListedEvent[], now: number): DeletedEvent[] {
  return events
    .flatMap((event) =>
      event.deletedAt === null || !event.isOwner ? [] : [{ event, leftMs: event.deletedAt + RESTORABLE_MS - now }],
    )
    .filter(({ leftMs }) => leftMs > 0)
    .toSorted((one, other) => other.leftMs - one.leftMs);
}

/** Cut, never rounded up: no owner may count on an hour that is not there. */
export function describeTimeLeft(leftMs: number): string {
  const days = Math.floor(leftMs / DAY_MS);
  if (days >= 1) return plural(days, '1 day left', `${days} days left`);
  const hours = Math.floor(leftMs / HOUR_MS);
  if (hours >= 1) return plural(hours, '1 hour left', `${hours} hours left`);
  return 'less than an hour left';
}
