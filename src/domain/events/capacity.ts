import { adjustmentsOf } from '../results/ruling.ts';
import type { AddedRacer } from './changes.ts';
import type { EventCommand } from './commands.ts';
import type { EventState } from './state.ts';

/**
 * Greatest length of an event's log: every page that opens an event is sent all of it, so without a bound one account
 * could make an event that stops the server each time it is opened. One start every ten seconds from dawn to dusk is
 * 5,000 racers; with a start and a finish each, both read by two timekeepers, that is 20,000 changes.
 */
export const MOST_CHANGES = 20_000;
export const MOST_RACERS = 5_000;
export const MOST_ADMINS = 500;
/** Adjustments of one attempt of a racer: every result that is read adds them up. */
export const MOST_ADJUSTMENTS = 50;
/** Shifts that can still be undone, and rehearsals: both are read with every tap. */
export const MOST_SHIFTS = 200;
export const MOST_REHEARSALS = 50;
/** Characters of all names and groups together: 100 for each of the most racers. */
const MOST_CHARACTERS = 100 * MOST_RACERS;

/** Corrections are still taken by a full event: half as many again as its changes. */
const FOR_CORRECTIONS = MOST_CHANGES + 10_000;
/** Commands with which the owner shuts others out are taken when even the room for corrections is used up. */
const FOR_SAFETY = FOR_CORRECTIONS + 1_000;
/** Deletion has no bound: a deleted event is not deleted again, and restoring has a bound. */
const ALWAYS = Infinity;

type OnEvent = Exclude<EventCommand['type'], 'event.create' | 'event.duplicate'>;

/** The length of the log up to which each command is taken. */
const roomFor: Readonly<Record<OnEvent, number>> = {
  'event.rename': MOST_CHANGES,
  'event.configure': FOR_CORRECTIONS,
  'event.delete': ALWAYS,
  'event.restore': FOR_SAFETY,
  'entries.add': MOST_CHANGES,
  'entry.remove': FOR_CORRECTIONS,
  'entry.restore': FOR_CORRECTIONS,
  'tap.record': MOST_CHANGES,
  'tap.undo': FOR_CORRECTIONS,
  'tap.redo': FOR_CORRECTIONS,
  'tap.correct': FOR_CORRECTIONS,
  'tap.choose': FOR_CORRECTIONS,
  'tap.assign': FOR_CORRECTIONS,
  'tap.enter': MOST_CHANGES,
  'tap.fill': FOR_CORRECTIONS,
  'taps.shift': FOR_CORRECTIONS,
  'shift.undo': FOR_CORRECTIONS,
  'taps.move': FOR_CORRECTIONS,
  'status.set': FOR_CORRECTIONS,
  'adjustment.add': FOR_CORRECTIONS,
  'adjustment.remove': FOR_CORRECTIONS,
  'statuses.set': FOR_CORRECTIONS,
  'precision.set': FOR_CORRECTIONS,
  'bibs.set': FOR_CORRECTIONS,
  'schedule.set': MOST_CHANGES,
  'schedule.shift': MOST_CHANGES,
  'race.configure': FOR_CORRECTIONS,
  'format.set': FOR_CORRECTIONS,
  'details.set': FOR_CORRECTIONS,
  'handicaps.set': FOR_CORRECTIONS,
  'official.set': FOR_CORRECTIONS,
  'helper.name': MOST_CHANGES,
  'rehearsal.begin': MOST_CHANGES,
  'rehearsal.end': ALWAYS,
  'admin.invite': MOST_CHANGES,
  'admin.join': MOST_CHANGES,
  'admin.remove': FOR_SAFETY,
  'admin.uninvite': FOR_SAFETY,
  'admin.leave': FOR_SAFETY,
  'owner.change': FOR_CORRECTIONS,
  'group.share': MOST_CHANGES,
  'group.withdraw': FOR_SAFETY,
  'keys.rotate': FOR_SAFETY,
};

/** Whether there is room for the changes of a command. */
export function hasRoom(event: EventState, command: EventCommand & { readonly type: OnEvent }): boolean {
  if (event.seq >= roomFor[command.type]) return false;
  switch (command.type) {
    case 'entries.add':
      return holdsRacers(event, command.racers);
    case 'adjustment.add':
      return adjustmentsOf(event, command).length < MOST_ADJUSTMENTS;
    case 'taps.shift':
      return Object.keys(event.shifts).length < MOST_SHIFTS;
    case 'helper.name':
      return event.helpers.length < MOST_ADMINS;
    case 'rehearsal.begin':
      return event.rehearsed.length < MOST_REHEARSALS;
    case 'admin.invite':
    case 'admin.join':
      return event.admins.length < MOST_ADMINS;
    default:
      return true;
  }
}

function holdsRacers({ entries }: EventState, added: readonly AddedRacer[]): boolean {
  const all = { ...entries, ...Object.fromEntries(added.map((racer) => [racer.racerId, racer])) };
  const racers = Object.values(all);
  const characters = racers.reduce((sum, { name, groups }) => sum + name.length + groups.join('').length, 0);
  return racers.length <= MOST_RACERS && characters <= MOST_CHARACTERS;
}

const TELL_FROM = 0.9 * MOST_CHANGES;

/** The number of taps that still fit; null while there is plenty of room. */
export function roomLeft({ seq }: EventState): number | null {
  return seq < TELL_FROM ? null : Math.max(0, MOST_CHANGES - seq);
}
