import type { AddedRacer } from '../events/changes.ts';
import type { RaceSettings } from '../events/race-settings.ts';
import type { Author, EventState } from '../events/state.ts';
import { initialsOf } from './initials.ts';

/** The author in every change that viewers get. */
export const unnamed: Author = { userId: '', name: '', deviceId: '' };
/** The clock readings in every tap that viewers get. */
export const unread = { wall: 0, monotonic: 0, origin: 0 };

/** Reasons are free text and may name people: admins read them, viewers do not. */
export function withoutReason<Given extends { readonly reason: string }>(given: Given): Given {
  return { ...given, reason: '' };
}

/** The id of a device stands for a timekeeper. */
export function hideDevice<Settings extends Partial<RaceSettings>>(settings: Settings): Settings {
  return settings.mainDevice == null ? settings : { ...settings, mainDevice: null };
}

export function viewRulings(rulings: EventState['rulings']): EventState['rulings'] {
  const seen = Object.entries(rulings).map(([key, ruling]) => [
    key,
    { ...withoutReason(ruling), adjustments: ruling.adjustments.map(withoutReason) },
  ]);
  return Object.fromEntries(seen) as EventState['rulings'];
}

/** A racer as the change of that number added them. Only the id is left of a racer who is not in the event any more. */
export function viewRacer<Racer extends AddedRacer>(racer: Racer, addedSeq: number, event: EventState): Racer {
  const entry = event.entries[racer.racerId];
  if (entry === undefined || entry.removed || entry.addedSeq !== addedSeq) return forget(racer);
  return event.initialsOnly ? { ...racer, name: initialsOf(racer.name) } : racer;
}

/** A removed racer for readers who may not know the name: the entry stays, so that taps and changes find it. */
export function forget<Racer extends AddedRacer>(racer: Racer): Racer {
  return { ...racer, name: '', groups: [], bib: null };
}
