import { forget } from '../events/apply.ts';
import type { AddedRacer, Change } from '../events/changes.ts';
import type { Author, EventState, Tap } from '../events/state.ts';
import type { Actor } from './actor.ts';
import type { Admin, Role } from './can.ts';
import { hideAddress } from './hide-address.ts';
import { initialsOf } from './initials.ts';

/** Whose screens a reader is shown. */
export type View = 'admin' | 'viewer';

/**
 * What of an event a reader gets: admins all of it; guests, who are anybody with the admin link, all but the addresses
 * of those who were invited; viewers nothing about who runs it, and no names where they are hidden.
 */
export type Sight = View | 'guest';

export function sightOf(role: Role, { isAnonymous }: Pick<Actor, 'isAnonymous'>): Sight | null {
  if (role === 'none' || role === 'viewer') return role === 'none' ? null : 'viewer';
  return role === 'guest' || isAnonymous ? 'guest' : 'admin';
}

export const viewOf = (sight: Sight): View => (sight === 'viewer' ? 'viewer' : 'admin');

/** For viewers, in the place of whoever did it. */
export const unnamed: Author = { userId: '', name: '', deviceId: '' };
/** For viewers, in the place of what the device's clocks showed. */
export const unread = { wall: 0, monotonic: 0, origin: 0 };

/** The same shape for everybody, so that one program reads both; what is not for viewers is empty. */
export function viewEvent(event: EventState, sight: Sight): EventState {
  if (sight === 'admin') return event;
  if (sight === 'guest') return { ...event, admins: event.admins.map(unaddressed) };
  return {
    ...event,
    ownerId: '',
    admins: [],
    sharedGroup: null,
    entries: viewEntries(event),
    taps: Object.fromEntries(Object.values(event.taps).map((tap) => [tap.id, viewTap(tap)])),
  };
}

/**
 * What follows on a number, as a reader gets it; null when only the whole will do. Whoever follows across the moment at
 * which names were hidden, or shown again, has the wrong ones already, and no change says the right ones. The same holds
 * for a racer who was removed and is back.
 */
export function viewChanges(changes: readonly Change[], sight: Sight, event: EventState): readonly Change[] | null {
  if (sight === 'admin') return changes;
  if (sight === 'viewer' && changes.some((change) => switchesNames(change) || change.type === 'entry-restored')) {
    return null;
  }
  return changes.map((change) => viewChange(change, sight, event));
}

/** From here on viewers get fewer names than before, or other ones. */
export function hidesNames(change: Change): boolean {
  return change.type === 'entry-removed' || switchesNames(change);
}

function switchesNames(change: Change): boolean {
  return change.type === 'event-configured' && change.initialsOnly !== undefined;
}

/** `event`: as it is when the change is sent, not as it was when it happened. */
export function viewChange(change: Change, sight: Sight, event: EventState): Change {
  if (sight === 'admin') return change;
  if (sight === 'guest') {
    const isAboutAdmin = change.type === 'admin-added' || change.type === 'admin-removed';
    return isAboutAdmin ? { ...change, admin: unaddressed(change.admin) } : change;
  }
  const { eventId, seq, commandId, at } = change;
  const envelope = { eventId, seq, commandId, at, by: unnamed };
  switch (change.type) {
    case 'event-created':
      return { ...change, ...envelope, ownerId: '', copiedFrom: null };
    case 'entries-added':
      return { ...change, ...envelope, racers: change.racers.map((racer) => viewRacer(racer, change.seq, event)) };
    case 'entry-removed':
      return { ...change, ...envelope, forgotten: true };
    case 'tap-recorded':
      return { ...change, ...envelope, captured: unread };
    case 'admin-added':
    case 'admin-removed':
    case 'owner-changed':
    // The id of the group is its owner's.
    case 'event-shared':
    case 'event-withdrawn':
    case 'keys-rotated':
      return { type: 'withheld', ...envelope };
    default:
      return { ...change, ...envelope };
  }
}

function unaddressed(admin: Admin): Admin {
  return admin.kind === 'email' ? { ...admin, email: hideAddress(admin.email) } : admin;
}

function viewTap(tap: Tap): Tap {
  return { ...tap, captured: unread, by: unnamed };
}

function viewEntries(event: EventState): EventState['entries'] {
  const entries = Object.values(event.entries);
  if (!event.initialsOnly && !entries.some(({ removed }) => removed)) return event.entries;
  return Object.fromEntries(entries.map((entry) => [entry.racerId, viewRacer(entry, entry.addedSeq, event)]));
}

/** A racer as the change of that number added them. Of one who is not in the event any more only the id is left. */
function viewRacer<Racer extends AddedRacer>(racer: Racer, addedSeq: number, event: EventState): Racer {
  const entry = event.entries[racer.racerId];
  if (entry === undefined || entry.removed || entry.addedSeq !== addedSeq) return forget(racer);
  return event.initialsOnly ? { ...racer, name: initialsOf(racer.name) } : racer;
}
