import { createHash } from 'node:crypto';
import type { Admin } from '../../domain/access/can.ts';
import { touches } from '../../domain/events/change-kinds.ts';
import { isEventCommand } from '../../protocol/commands.ts';
import type { SentCommand } from '../journal/sent-command.ts';
import type { Committed } from '../journal/workspace.ts';
import type { Taken } from '../limits/shared-limits.ts';

/**
 * What nodes tell each other: where to look, never what is there; and what they have let through, by marks. Whoever hears it reads the database, so that news that
 * is late, doubled or forged shows nobody anything wrong.
 */
export interface News {
  readonly events: readonly EventNews[];
  /** Whose credits, sessions or library have changed. */
  readonly users: readonly string[];
  /** Events whose stored log has changed, or that are gone. */
  readonly rewritten: readonly string[];
  readonly taken: readonly Taken[];
}

export interface EventNews {
  readonly id: string;
  /** How far its log has come. */
  readonly seq: number;
  /** Those whose lists it may stand in: user ids, and addresses as `addressMark` writes them. */
  readonly people: readonly string[];
  readonly groupId: string | null;
  /** Whether lists of events, or what a share group shows, changed with it. Absent: perhaps, as in release 0.23. */
  readonly lists?: boolean;
  readonly groups?: boolean;
}

/** No address leaves for a bus that may be another machine. */
export const addressMark = (email: string): string =>
  `~${createHash('sha256').update(email).digest('base64url').slice(0, 22)}`;

export function newsOf(committed: readonly Committed[], commands: readonly SentCommand[]): News {
  // A racer, or credits that an event cost: their own library or balance may have changed.
  const users = commands
    .filter(
      ({ command }) =>
        !isEventCommand(command) || command.type === 'event.create' || command.type === 'event.duplicate',
    )
    .map(({ sender }) => sender.userId);
  return { events: committed.map(eventNewsOf), users: [...new Set(users)], rewritten: [], taken: [] };
}

function eventNewsOf({ event, changes }: Committed): EventNews {
  const left = changes.flatMap((change) => (change.type === 'admin-removed' ? [change.admin] : []));
  const people = [event.ownerId, ...[...event.admins, ...left].map(nameOf)];
  return {
    id: event.id,
    seq: event.seq,
    people: [...new Set(people)],
    groupId: event.sharedGroup?.id ?? null,
    lists: changes.some((change) => touches(change, 'lists')),
    groups: changes.some((change) => touches(change, 'groups')),
  };
}

const nameOf = (admin: Admin): string => (admin.kind === 'user' ? admin.userId : addressMark(admin.email));

export const noNews: News = { events: [], users: [], rewritten: [], taken: [] };

/** What comes close together travels together. */
export function joinNews(one: News, other: Partial<News>): News {
  const events = new Map(one.events.map((event) => [event.id, event]));
  for (const event of other.events ?? []) {
    const known = events.get(event.id);
    events.set(event.id, {
      ...event,
      seq: Math.max(event.seq, known?.seq ?? 0),
      people: [...new Set([...(known?.people ?? []), ...event.people])],
      groupId: event.groupId ?? known?.groupId ?? null,
      lists: event.lists !== false || (known !== undefined && known.lists !== false),
      groups: event.groups !== false || (known !== undefined && known.groups !== false),
    });
  }
  return {
    events: [...events.values()],
    users: [...new Set([...one.users, ...(other.users ?? [])])],
    rewritten: [...new Set([...one.rewritten, ...(other.rewritten ?? [])])],
    taken: [...one.taken, ...(other.taken ?? [])],
  };
}
