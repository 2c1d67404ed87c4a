import { initialsOf } from '../access/initials.ts';
import type { Correction, Corrections } from '../model/official.ts';
import { readRulingKey } from '../model/ruling.ts';
import type { EventState } from '../model/state.ts';
import { isSameValue, officialValue } from './corrections.ts';

/**
 * The declared result of a racer as viewers read it, without a hidden name or category; null where nothing else has changed.
 * `key`: by `rulingKey`.
 */
export function shownCorrection(correction: Correction, key: string, event: EventState): Correction | null {
  const { name, category, ...seen } = correction;
  const { racerId, attempt } = readRulingKey(key);
  const entry = event.entries[racerId];
  const shown = (text: string) => (event.initialsOnly ? initialsOf(text) : text);
  const person =
    entry?.removed === false
      ? {
          ...(name !== undefined && shown(name) !== shown(entry.name) && { name: shown(name) }),
          ...(category !== undefined && event.format.shows.includes('category') && { category }),
        }
      : {};
  const isSame = Object.keys(person).length === 0 && isSameValue(seen.was, officialValue(event, racerId, attempt));
  return isSame ? null : { ...seen, ...person };
}

export const shownCorrections = (corrections: Corrections, event: EventState): Corrections =>
  Object.fromEntries(
    Object.entries(corrections).flatMap(([key, each]) => {
      const shown = shownCorrection(each, key, event);
      return shown === null ? [] : [[key, shown]];
    }),
  );
