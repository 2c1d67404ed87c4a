import { kindOf } from '../events/change-kinds.ts';
import { type Change, sinceOf } from '../events/changes.ts';
import { plainFormat } from '../events/race-format.ts';
import type { Entry, EventState, Tap } from '../events/state.ts';
import type { Actor } from './actor.ts';
import type { Admin, Role } from './can.ts';
import { hideDevice, viewEntry, viewRulings } from './hidden.ts';
import { unnamed, unread } from './unseen.ts';
import { hideAddress, isHiddenAddress } from './hide-address.ts';
import { followTaps, tapsForViewers, WITHHELD } from './viewer-taps.ts';

/** The screens that a reader is shown. */
export type View = 'admin' | 'viewer';

/**
 * How much of an event a reader gets: admins all of it; guests, who may be anyone with the admin link, all but the
 * addresses of invited people; viewers nothing about its admins, and no names where they are hidden.
 */
export const sights = ['admin', 'guest', 'viewer'] as const;
export type Sight = (typeof sights)[number];

export function sightOf(role: Role, { isAnonymous }: Pick<Actor, 'isAnonymous'>): Sight | null {
  if (role === 'none' || role === 'viewer') return role === 'none' ? null : 'viewer';
  return role === 'guest' || isAnonymous ? 'guest' : 'admin';
}

export const viewOf = (sight: Sight): View => (sight === 'viewer' ? 'viewer' : 'admin');

/**
 * The state has the same shape for every reader, so that one program reads both. Every field is named here: one that is
 * added later does not compile until it is decided what viewers get of it.
 */
export function viewEvent(event: EventState, sight: Sight): EventState {
  if (sight === 'admin') return event;
  if (sight === 'guest') return { ...event, admins: event.admins.map(unaddressed) };
  const { id, seq, needs, name, createdAt, timeZone, awaitingCredits, deletedAt, initialsOnly, isIndexed } = event;
  const { counting, splits, attempts, rulings, precision, format, official, arrangedBy, rehearsal, rehearsed } = event;
  return {
    id,
    seq,
    needs,
    name,
    createdAt,
    timeZone,
    ownerId: '',
    admins: [],
    sharedGroup: null,
    awaitingCredits,
    deletedAt,
    initialsOnly,
    isIndexed,
    entries: viewEntries(event),
    taps: Object.fromEntries(tapsForViewers(event).map((tap) => [tap.id, viewTap(tap)])),
    counting,
    splits,
    attempts,
    rulings: viewRulings(rulings),
    precision,
    race: hideDevice(event.race),
    format,
    official,
    arrangedBy,
    // Only admins move taps and undo it; the end of a rehearsal comes as the whole event.
    shifts: {},
    helpers: [],
    rehearsal: rehearsal && { from: rehearsal.from, taps: {}, counting: {}, rulings: {} },
    rehearsed,
  };
}

/**
 * The sights in which a reader is given this state. Changes in another sight do not fit it: the removal of 'a…' leaves
 * 'ada@example.org' in the list of admins for good.
 */
export function sightsOf({ event, view }: { readonly event: EventState; readonly view: View }): readonly Sight[] {
  if (view === 'viewer') return ['viewer'];
  const areHidden = event.admins.flatMap((admin) => (admin.kind === 'email' ? [isHiddenAddress(admin.email)] : []));
  return [
    ...(areHidden.includes(true) ? [] : ['admin' as const]),
    ...(areHidden.includes(false) ? [] : ['guest' as const]),
  ];
}

/**
 * The changes after a number, as a reader gets them; null when only the whole event will do. A viewer who follows
 * across the moment at which names were hidden, or shown again, has the wrong names already, and no change carries the
 * right ones.
 */
export function viewChanges(changes: readonly Change[], sight: Sight, event: EventState): readonly Change[] | null {
  if (sight !== 'viewer') return changes.map((change) => viewChange(change, sight, event));
  if (changes.some((change) => kindOf(change).viewersStartAnew?.(change))) return null;
  // Taps are told as they stand in `event`, which must not be ahead of the changes.
  if (changes.length > 0 && changes.at(-1)!.seq !== event.seq) return null;
  // Viewers do not have what the event held before a rehearsal, which is what official results are compared with.
  if (event.official !== null && event.rehearsal !== null) return null;
  const taps = followTaps(changes, event);
  return taps && changes.map((change) => followChange(change, taps.get(change.seq), event));
}

function followChange(change: Change, tap: Change | typeof WITHHELD | undefined, event: EventState): Change {
  if (tap === WITHHELD) return withhold(change);
  return viewChange(tap ?? change, 'viewer', event);
}

/** One change, as the history shows it. `event`: the state when the change is sent, not when it happened. */
export function viewChange(change: Change, sight: Sight, event: EventState): Change {
  if (sight === 'admin') return change;
  const kind = kindOf(change);
  if (sight === 'guest') return kind.guests?.(change) ?? change;
  const seen = kind.viewers?.(change, event);
  return seen === undefined ? withhold(change) : { ...seen, ...envelopeOf(change) };
}

function withhold(change: Change): Change {
  const since = sinceOf(change.type);
  return { type: 'withheld', ...(since > 1 && { since }), ...envelopeOf(change) };
}

function envelopeOf({ eventId, seq, commandId, at }: Change) {
  return { eventId, seq, commandId, at, by: unnamed };
}

function unaddressed(admin: Admin): Admin {
  return admin.kind === 'email' ? { ...admin, email: hideAddress(admin.email) } : admin;
}

export function viewTap(tap: Tap): Tap {
  return { ...tap, captured: unread, by: unnamed };
}

function viewEntries(event: EventState): EventState['entries'] {
  const entries = Object.values(event.entries);
  const isOpen = ({ removed, details }: Entry) => !removed && details == null;
  if (!event.initialsOnly && event.format === plainFormat && entries.every(isOpen)) return event.entries;
  return Object.fromEntries(entries.map((entry) => [entry.racerId, viewEntry(entry, event)]));
}
