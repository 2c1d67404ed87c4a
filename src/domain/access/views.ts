import type { Change } from '../events/changes.ts';
import type { Author, Entry, EventState, Tap } from '../events/state.ts';
import type { Role } from './can.ts';
import { initialsOf } from './initials.ts';

/** What of an event a reader gets: admins all of it, viewers nothing about who runs it, and no names where they are hidden. */
export type View = 'admin' | 'viewer';

export function viewOf(role: Role): View | null {
  if (role === 'none') return null;
  return role === 'viewer' ? 'viewer' : 'admin';
}

const unnamed: Author = { userId: '', name: '', deviceId: '' };
const unread = { wall: 0, monotonic: 0, origin: 0 };

/** The same shape for everybody, so that one program reads both; what is not for viewers is empty. */
export function viewEvent(event: EventState, view: View): EventState {
  if (view === 'admin') return event;
  return {
    ...event,
    ownerId: '',
    admins: [],
    sharedGroup: null,
    entries: event.initialsOnly ? viewEntries(event.entries) : event.entries,
    taps: Object.fromEntries(Object.values(event.taps).map((tap) => [tap.id, viewTap(tap)])),
  };
}

/**
 * What follows on a number, as a reader gets it; null when only the whole will do. Whoever follows across the moment at
 * which names were hidden, or shown again, has the wrong ones already, and no change says the right ones.
 */
export function viewChanges(changes: readonly Change[], view: View, event: EventState): readonly Change[] | null {
  if (view === 'admin') return changes;
  if (changes.some(switchesNames)) return null;
  return changes.map((change) => viewChange(change, view, event.initialsOnly));
}

export function switchesNames(change: Change): boolean {
  return change.type === 'event-configured' && change.initialsOnly !== undefined;
}

/** `initialsOnly`: how the event is set when it is sent, not when it happened. */
export function viewChange(change: Change, view: View, initialsOnly: boolean): Change {
  if (view === 'admin') return change;
  const { eventId, seq, commandId, at } = change;
  const envelope = { eventId, seq, commandId, at, by: unnamed };
  switch (change.type) {
    case 'event-created':
      return { ...change, ...envelope, ownerId: '', copiedFrom: null };
    case 'entries-added':
      return { ...change, ...envelope, racers: initialsOnly ? change.racers.map(unnamedRacer) : change.racers };
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

function viewTap(tap: Tap): Tap {
  return { ...tap, captured: unread, by: unnamed };
}

function viewEntries(entries: EventState['entries']): EventState['entries'] {
  return Object.fromEntries(Object.entries(entries).map(([id, entry]): [string, Entry] => [id, unnamedRacer(entry)]));
}

function unnamedRacer<Named extends { readonly name: string }>(racer: Named): Named {
  return { ...racer, name: initialsOf(racer.name) };
}
