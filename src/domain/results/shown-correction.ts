import { initialsOf } from '../access/initials.ts';
import type { Correction, Corrections } from '../model/official.ts';
import { readRulingKey } from '../model/ruling.ts';
import type { EventState } from '../model/state.ts';

/** What was declared of a racer, without a name or a category that viewers may not read. */
export function shownCorrection(correction: Correction, racerId: string, event: EventState): Correction {
  const { name, category, ...seen } = correction;
  const entry = event.entries[racerId];
  if (entry?.removed !== false) return seen;
  const shown = (text: string) => (event.initialsOnly ? initialsOf(text) : text);
  return {
    ...seen,
    ...(name !== undefined && shown(name) !== shown(entry.name) && { name: shown(name) }),
    ...(category !== undefined && event.format.shows.includes('category') && { category }),
  };
}

export const shownCorrections = (corrections: Corrections, event: EventState): Corrections =>
  Object.fromEntries(
    Object.entries(corrections).map(([key, each]) => [key, shownCorrection(each, readRulingKey(key).racerId, event)]),
  );
