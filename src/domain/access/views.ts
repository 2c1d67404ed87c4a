import type { Change } from '../events/changes.ts';
import type { Author, EventState, Tap } from '../events/state.ts';
import type { Role } from './can.ts';

/** What of an event a reader gets: admins all of it, viewers nothing about who runs it. */
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
    taps: Object.fromEntries(Object.values(event.taps).map((tap) => [tap.id, viewTap(tap)])),
  };
}

export function viewChange(change: Change, view: View): Change {
  if (view === 'admin') return change;
  const { eventId, seq, commandId, at } = change;
  const envelope = { eventId, seq, commandId, at, by: unnamed };
  switch (change.type) {
    case 'event-created':
      return { ...change, ...envelope, ownerId: '', copiedFrom: null };
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
