import { kindOf } from '../events/change-kinds.ts';
import { type Change, sinceOf } from '../model/changes.ts';
import { plainFormat } from '../model/race-format.ts';
import type { Entry, EventState } from '../model/state.ts';
import type { Actor } from '../access/actor.ts';
import type { Admin, Role } from '../access/can.ts';
import { viewEntry, viewFormat, viewRulings, viewTap } from '../privacy/hidden.ts';
import { hideAddress } from '../access/hide-address.ts';
import { countingForViewers, headOf, tapsForViewers } from './public-rows.ts';
import { shownCorrections } from '../results/shown-correction.ts';
import { readHiddenTeams } from '../results/read-teams.ts';
import { unnamed } from '../privacy/unseen.ts';

/** The screens that a reader is shown. */
export type View = 'admin' | 'viewer';

/**
 * Kinds of readers by how much of an event they get: admins all of it; guests, who may be anyone with the admin link, all but
 * the addresses of invited people; viewers nothing about its admins, and no names where names are hidden.
 */
export const sights = ['admin', 'guest', 'viewer'] as const;
export type Sight = (typeof sights)[number];

export function sightOf(role: Role, { isAnonymous }: Pick<Actor, 'isAnonymous'>): Sight | null {
  if (role === 'none' || role === 'viewer') return role === 'none' ? null : 'viewer';
  return role === 'guest' || isAnonymous ? 'guest' : 'admin';
}

export const viewOf = (telling: Telling): View => (telling === 'viewer' || telling === 'plain' ? 'viewer' : 'admin');

/**
 * Form in which a reader's page is sent an event. Viewers get the whole and then rows (V34). `plain`: viewers on pages of a
 * release that knows no rows get the whole with all its taps, and then changes.
 */
export type Telling = Sight | 'plain';

/** The state has the same shape for every reader, so that one program reads both. */
export function viewEvent(event: EventState, telling: Telling): EventState {
  if (telling === 'admin') return event;
  if (telling === 'guest') return { ...event, admins: event.admins.map(unaddressed) };
  const isPlain = telling === 'plain';
  const taps = isPlain ? Object.values(event.taps) : tapsForViewers(event);
  const { official, rehearsal, ...head } = headOf(event);
  const teams = isPlain ? null : readHiddenTeams(event);
  return {
    id: event.id,
    seq: event.seq,
    ...head,
    entries: viewEntries(event),
    taps: Object.fromEntries(taps.map((tap) => [tap.id, viewTap(tap)])),
    counting: isPlain ? event.counting : countingForViewers(event),
    rulings: viewRulings(event.rulings),
    ...(isPlain && { format: viewFormat(event.format, event, false) }),
    ...(teams && { teams }),
    official: official && { ...official, corrections: shownCorrections(event.official!.corrections, event) },
    rehearsal: rehearsal && { ...rehearsal, taps: {}, counting: {}, rulings: {} },
    ownerId: '',
    admins: [],
    sharedGroup: null,
    shifts: {},
    helpers: [],
  };
}

/**
 * The changes after a number, as a page that applies changes gets them; null when only the whole event will do. A viewer
 * who follows across the moment at which names were hidden, or shown again, has the wrong names already, and no change
 * carries the right ones.
 */
export function viewChanges(
  changes: readonly Change[],
  telling: Exclude<Telling, 'viewer'>,
  event: EventState,
): readonly Change[] | null {
  if (telling !== 'plain') return changes.map((change) => viewChange(change, telling, event));
  if (changes.some((change) => kindOf(change).viewersStartAnew?.(change))) return null;
  // Viewers do not have all that official results are compared with: hidden categories, what was before a rehearsal.
  if (event.official !== null) return null;
  return changes.map((change) => viewChange(change, 'viewer', event));
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

const envelopeOf = ({ eventId, seq, commandId, at }: Change) => ({ eventId, seq, commandId, at, by: unnamed });

function unaddressed(admin: Admin): Admin {
  return admin.kind === 'email' ? { ...admin, email: hideAddress(admin.email) } : admin;
}

/** The entries as viewers get them. */
export function viewEntries(event: EventState): EventState['entries'] {
  const entries = Object.values(event.entries);
  const isOpen = ({ removed, details, handicap }: Entry) => !removed && details == null && handicap == null;
  if (!event.initialsOnly && event.format === plainFormat && entries.every(isOpen)) return event.entries;
  return Object.fromEntries(entries.map((entry) => [entry.racerId, viewEntry(entry, event)]));
}
