import type { AddedRacer } from '../events/changes.ts';
import type { RaceSettings } from '../events/race-settings.ts';
import type { Entry, EventState } from '../events/state.ts';
import type { Details } from '../racers/details.ts';
import { shownDetailsOf } from '../results/categories.ts';
import { initialsOf } from './initials.ts';
import { forget } from './unseen.ts';

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

/** The details of a racer as viewers get them: as the event is now, whatever the change said. */
export function viewDetails(racerId: string, event: EventState): Details | null {
  const entry = event.entries[racerId];
  return entry === undefined || entry.removed ? null : (shownDetailsOf(event, entry) ?? null);
}

/** An entry as viewers get it. */
export function viewEntry(entry: Entry, event: EventState): Entry {
  const seen = viewRacer(entry, entry.addedSeq, event);
  if (entry.removed) return { ...seen, details: null, handicap: null };
  const details = viewDetails(entry.racerId, event);
  return details === null && entry.details === undefined ? seen : { ...seen, details };
}
