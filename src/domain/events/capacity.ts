import { adjustmentsOf } from '../results/ruling.ts';
import type { AddedRacer } from './changes.ts';
import type { EventCommand } from './commands.ts';
import type { EventState } from './state.ts';
import {
  MAX_ADJUSTMENTS,
  MAX_ADMINS,
  MAX_CHANGES,
  MAX_CHARACTERS,
  MAX_CORRECTIONS,
  MAX_RACERS,
  MAX_REHEARSALS,
  MAX_SHIFTS,
} from '../limits.ts';

const FOR_CORRECTIONS = MAX_CHANGES + MAX_CORRECTIONS;
/** Commands with which the owner shuts others out are taken when even the room for corrections is used up. */
const FOR_SAFETY = FOR_CORRECTIONS + 1_000;
/** Deletion has no bound: a deleted event is not deleted again, and restoring has a bound. */
const ALWAYS = Infinity;

type OnEvent = Exclude<EventCommand['type'], 'event.create' | 'event.duplicate'>;

/** The length of the log up to which each command is taken. */
const roomFor: Readonly<Record<OnEvent, number>> = {
  'event.rename': MAX_CHANGES,
  'event.configure': FOR_CORRECTIONS,
  'event.delete': ALWAYS,
  'event.restore': FOR_SAFETY,
  'entries.add': MAX_CHANGES,
  'entry.remove': FOR_CORRECTIONS,
  'entry.restore': FOR_CORRECTIONS,
  'tap.record': MAX_CHANGES,
  'tap.undo': FOR_CORRECTIONS,
  'tap.redo': FOR_CORRECTIONS,
  'tap.correct': FOR_CORRECTIONS,
  'tap.choose': FOR_CORRECTIONS,
  'tap.assign': FOR_CORRECTIONS,
  'tap.enter': MAX_CHANGES,
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
  'schedule.set': MAX_CHANGES,
  'schedule.shift': MAX_CHANGES,
  'race.configure': FOR_CORRECTIONS,
  'format.set': FOR_CORRECTIONS,
  'details.set': FOR_CORRECTIONS,
  'handicaps.set': FOR_CORRECTIONS,
  'official.set': FOR_CORRECTIONS,
  'helper.name': MAX_CHANGES,
  'rehearsal.begin': MAX_CHANGES,
  'rehearsal.end': ALWAYS,
  'admin.invite': MAX_CHANGES,
  'admin.join': MAX_CHANGES,
  'admin.remove': FOR_SAFETY,
  'admin.uninvite': FOR_SAFETY,
  'admin.leave': FOR_SAFETY,
  'owner.change': FOR_CORRECTIONS,
  'group.share': MAX_CHANGES,
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
      return adjustmentsOf(event, command).length < MAX_ADJUSTMENTS;
    case 'taps.shift':
      return Object.keys(event.shifts).length < MAX_SHIFTS;
    case 'helper.name':
      return event.helpers.length < MAX_ADMINS;
    case 'rehearsal.begin':
      return event.rehearsed.length < MAX_REHEARSALS;
    case 'admin.invite':
    case 'admin.join':
      return event.admins.length < MAX_ADMINS;
    default:
      return true;
  }
}

function holdsRacers({ entries }: EventState, added: readonly AddedRacer[]): boolean {
  const all = { ...entries, ...Object.fromEntries(added.map((racer) => [racer.racerId, racer])) };
  const racers = Object.values(all);
  const characters = racers.reduce((sum, { name, groups }) => sum + name.length + groups.join('').length, 0);
  return racers.length <= MAX_RACERS && characters <= MAX_CHARACTERS;
}

const TELL_FROM = 0.9 * MAX_CHANGES;

/** The number of taps that still fit; null while there is plenty of room. */
export function roomLeft({ seq }: EventState): number | null {
  return seq < TELL_FROM ? null : Math.max(0, MAX_CHANGES - seq);
}
