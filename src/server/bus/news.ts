import { createHash } from 'node:crypto';
import type { Admin } from '../../domain/access/can.ts';
import { touches } from '../../domain/events/change-kinds.ts';
import { isEventCommand } from '../../protocol/commands.ts';
import type { SentCommand } from '../journal/sent-command.ts';
import type { Committed } from '../journal/workspace.ts';
import type { Taken } from '../limits/shared-limits.ts';

/**
 * News that nodes tell each other: which events and accounts to read again, never their content; and which limits were
 * used, by marks. A node that hears news reads the database, so that news that is late, doubled or forged shows no
 * viewer anything wrong.
 */
export interface News {
  readonly events: readonly EventNews[];
  /** Accounts whose credits, sessions or library have changed. */
  readonly users: readonly string[];
  /** Events whose stored log has changed, or that are gone. */
  readonly rewritten: readonly string[];
  /** Events whose screens have other keys now. */
  readonly screens: readonly string[];
  readonly taken: readonly Taken[];
}

export interface EventNews {
  readonly id: string;
  /** The last seq of the event's log. */
  readonly seq: number;
  /** People whose lists have changed with the event: user ids, and addresses as `addressMark` writes them. */
  readonly people: readonly string[];
  readonly groupId: string | null;
  /** Whether lists of events, or a share group's view, changed. Absent means perhaps: release 0.23 does not say. */
  readonly lists?: boolean;
  readonly groups?: boolean;
}

/** An address is hashed before it goes to a bus that may be another machine. */
export const addressMark = (email: string): string =>
  `~${createHash('sha256').update(email).digest('base64url').slice(0, 22)}`;

export function newsOf(committed: readonly Committed[], commands: readonly SentCommand[]): News {
  // A sender of a racer's command, or of one that costs credits, may have a changed library or balance.
  const users = commands
    .filter(
      ({ command }) =>
        !isEventCommand(command) || command.type === 'event.create' || command.type === 'event.duplicate',
    )
    .map(({ sender }) => sender.userId);
  return { events: committed.map(eventNewsOf), users: [...new Set(users)], rewritten: [], screens: [], taken: [] };
}

function eventNewsOf({ event, changes }: Committed): EventNews {
  const lists = changes.some((change) => touches(change, 'lists'));
  const groups = changes.some((change) => touches(change, 'groups'));
  // Nobody's lists change with a tap: naming twenty admins with each would be most of what nodes tell each other.
  return {
    id: event.id,
    seq: event.seq,
    people: lists ? peopleOf(event, changes) : [],
    groupId: groups ? (event.sharedGroup?.id ?? null) : null,
    lists,
    groups,
  };
}

function peopleOf({ ownerId, admins }: Committed['event'], changes: Committed['changes']): readonly string[] {
  const left = changes.flatMap((change) => (change.type === 'admin-removed' ? [change.admin] : []));
  return [...new Set([ownerId, ...[...admins, ...left].map(nameOf)])];
}

const nameOf = (admin: Admin): string => (admin.kind === 'user' ? admin.userId : addressMark(admin.email));

export const noNews: News = { events: [], users: [], rewritten: [], screens: [], taken: [] };

/** News that comes close together is sent together. */
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
    screens: [...new Set([...one.screens, ...(other.screens ?? [])])],
    taken: [...one.taken, ...(other.taken ?? [])],
  };
}
