import { adjustmentsOf } from '../model/ruling.ts';
import type { OfAttempt } from '../model/changes.ts';
import type { CommandOf } from './decision.ts';
import type { EventState } from '../model/state.ts';
import {
  MAX_ADJUSTMENTS,
  MAX_ADMINS,
  MAX_CHANGES,
  MAX_CHARACTERS,
  MAX_CORRECTIONS,
  MAX_RACERS,
  MAX_REHEARSALS,
  MAX_SHIFTS,
  MAX_STOPS,
} from '../limits.ts';

export const FOR_CORRECTIONS = MAX_CHANGES + MAX_CORRECTIONS;
/** Commands with which the owner shuts others out are taken when even the room for corrections is used up. */
export const FOR_SAFETY = FOR_CORRECTIONS + 1_000;
/** Deletion has no bound: a deleted event is not deleted again, and restoring has a bound. */
export const ALWAYS = Infinity;

export const holdsAdjustment = (event: EventState, of: OfAttempt): boolean =>
  adjustmentsOf(event, of).length < MAX_ADJUSTMENTS;
export const holdsShift = ({ shifts }: EventState): boolean => Object.keys(shifts).length < MAX_SHIFTS;
export const holdsHelper = ({ helpers }: EventState): boolean => helpers.length < MAX_ADMINS;
export const holdsRehearsal = ({ rehearsed }: EventState): boolean => rehearsed.length < MAX_REHEARSALS;
export const holdsStop = ({ stops = [] }: EventState): boolean => stops.length < MAX_STOPS;
export const holdsAdmin = ({ admins }: EventState): boolean => admins.length < MAX_ADMINS;

export function holdsRacers({ entries }: EventState, { racers: added }: CommandOf<'entries.add'>): boolean {
  const all = { ...entries, ...Object.fromEntries(added.map((racer) => [racer.racerId, racer])) };
  const racers = Object.values(all);
  const characters = racers.reduce((sum, { name, groups }) => sum + name.length + groups.join('').length, 0);
  return racers.length <= MAX_RACERS && characters <= MAX_CHARACTERS;
}

const TELL_FROM = 0.9 * MAX_CHANGES;

/** The number of taps that still fit; null while there is plenty of room. */
export const roomLeft = ({ seq }: EventState): number | null =>
  seq < TELL_FROM ? null : Math.max(0, MAX_CHANGES - seq);
