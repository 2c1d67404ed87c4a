import type { Score } from '../../../domain/series/score-event.ts';
import type { SeriesRules } from '../../../domain/series/rules.ts';
import { word } from '../../../domain/language.ts';

/** The unit of the totals, for the head of their column. */
export function nameTotal({ scoring }: SeriesRules): string {
  return scoring.kind === 'time' ? 'Time' : scoring.kind === 'percent' ? 'Per cent' : 'Points';
}

/** What is said of a score besides its value. */
export function explainScore({ kind, place, isDropped }: Score): string {
  const what = kind === 'helper' ? word('helped') : kind === 'dnf' ? 'did not finish' : `place ${place}`;
  return isDropped ? `${what}, not counted` : what;
}
