import type { AddedRacer } from '../model/changes.ts';
import { type Category, type Handicap, isQuotaHidden, type RaceFormat } from '../model/race-format.ts';
import type { RaceSettings } from '../model/race-settings.ts';
import type { Entry, EventState, Tap } from '../model/state.ts';
import type { Details } from '../racers/details.ts';
import { shownDetailsOf } from '../results/categories.ts';
import type { Ruling } from '../model/ruling.ts';
import { initialsOf } from '../access/initials.ts';
import { forget, nothingMore, unnamed, unread } from './unseen.ts';

/** Reasons are free text and may name people: admins read them, viewers do not. */
export function withoutReason<Given extends { readonly reason: string }>(given: Given): Given {
  return { ...given, reason: '' };
}

/** The id of a device stands for a timekeeper. */
export function hideDevice<Settings extends Partial<RaceSettings>>(settings: Settings): Settings {
  return settings.mainDevice == null ? settings : { ...settings, mainDevice: null };
}

/**
 * Rules tell what is hidden: who is in a category for women of one class, aged 41, is all of that. Viewers get the names of
 * categories, where the owner shows them, and not what a quota looks at that they do not see. `rowsOfTeams`: the reader is sent
 * the teams of such a quota; others would make them wrongly, and get none.
 */
export function viewFormat<Format extends Partial<RaceFormat>>(
  format: Format,
  { format: { shows } }: Pick<EventState, 'format'>,
  rowsOfTeams: boolean,
): Format {
  const { categories, teams } = format;
  const quota = teams && isQuotaHidden({ teams, shows }) ? teams.quota : null;
  return {
    ...format,
    ...(categories && { categories: shows.includes('category') ? categories.map(nameAlone) : [] }),
    ...(quota && { teams: rowsOfTeams ? { ...teams, quota: { ...quota, ...unsaid } } : null }),
  };
}

const unsaid = { gender: null, class: null };

/**
 * A category as viewers get it, by ages that fit nobody: viewers get no year of birth, and a racer's category comes from the
 * server alone.
 */
const nameAlone = ({ name }: Category): Category => ({ name, group: null, ...unsaid, ages: [0, 0] });

export const viewHandicap = (handicap: Handicap | null): Handicap | null => handicap && { ...handicap, source: '' };

export function viewRulings(rulings: EventState['rulings']): EventState['rulings'] {
  return Object.fromEntries(Object.entries(rulings).map(([key, ruling]) => [key, viewRuling(ruling)]));
}

export function viewRuling({ status, reason: _reason, adjustments, checked, ...more }: Ruling): Ruling {
  nothingMore(more);
  const seen = adjustments.map(({ id, ms, reason: _why, ...rest }) => {
    nothingMore(rest);
    return { id, ms, reason: '' };
  });
  return { status, reason: '', adjustments: seen, ...(checked != null && { checked }) };
}

/** A tap as viewers get it: neither the device's readings nor who tapped. */
export function viewTap(tap: Tap): Tap {
  const { id, seq, assignedSeq, line, attempt, run, racerId, placed, corrected, undone, note, ...others } = tap;
  const { captured: _captured, by: _by, seen, via, shift, filled, ...more } = others;
  nothingMore(more);
  return {
    id,
    seq,
    assignedSeq,
    line,
    attempt,
    run,
    racerId,
    captured: unread,
    placed,
    corrected,
    undone,
    note,
    by: unnamed,
    ...(seen !== undefined && { seen }),
    ...(via !== undefined && { via }),
    ...(shift !== undefined && { shift }),
    ...(filled !== undefined && { filled }),
  };
}

/** The name that viewers read: none of a racer who is not in the event any more. */
export function viewName(
  { racerId, name }: { readonly racerId: string; readonly name: string },
  event: EventState,
): string {
  if (event.entries[racerId]?.removed !== false) return '';
  return event.initialsOnly ? initialsOf(name) : name;
}

/** A racer as the change of that number added them. Only the id is left of a racer who is not in the event any more. */
export function viewRacer<Racer extends AddedRacer>(racer: Racer, addedSeq: number, event: EventState): Racer {
  const entry = event.entries[racer.racerId];
  if (entry === undefined || entry.removed || entry.addedSeq !== addedSeq) return forget(racer);
  return { ...racer, name: viewName(racer, event) };
}

/** The details of a racer as viewers get them: as the event is now, whatever the change said. */
export function viewDetails(racerId: string, event: EventState): Details | null {
  const entry = event.entries[racerId];
  return entry === undefined || entry.removed ? null : (shownDetailsOf(event, entry) ?? null);
}

/** An entry as viewers get it. */
export function viewEntry(entry: Entry, event: EventState): Entry {
  const { racerId, name, groups, bib, addedSeq, removed, slot, slots, rehearsal, details, handicap, ...more } = entry;
  nothingMore(more);
  const seen = viewRacer(
    {
      racerId,
      name,
      groups,
      bib,
      addedSeq,
      removed,
      ...(slot && { slot }),
      ...(slots && { slots }),
      ...(rehearsal && { rehearsal }),
    },
    addedSeq,
    event,
  );
  if (removed) return { ...seen, details: null, handicap: null };
  const shown = viewDetails(racerId, event);
  return {
    ...seen,
    ...((shown !== null || details !== undefined) && { details: shown }),
    ...(handicap !== undefined && { handicap: viewHandicap(handicap) }),
  };
}
