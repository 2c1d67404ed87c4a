import type { Score } from '../../../domain/series/standings.ts';
import type { SeriesRules } from '../../../domain/series/rules.ts';
import { formatDuration } from '../../../domain/timing/format.ts';
import { word, writeDecimal } from '../../../domain/language.ts';
import { durationMs } from '../../../domain/units.ts';

/** Points, per cent or a time, as the rules of the series have it. */
export function writeValue(value: number, { scoring }: SeriesRules): string {
  if (scoring.kind === 'time') return formatDuration(durationMs(value));
  const digits = scoring.kind === 'percent' ? 2 : Number.isInteger(value) ? 0 : 1;
  return writeDecimal(value, digits);
}

/** The unit of the totals, for the head of their column. */
export function nameTotal({ scoring }: SeriesRules): string {
  return scoring.kind === 'time' ? 'Time' : scoring.kind === 'percent' ? 'Per cent' : 'Points';
}

/** What is said of a score besides its value. */
export function explainScore({ kind, place, isDropped }: Score): string {
  const what = kind === 'helper' ? word('helped') : kind === 'dnf' ? 'did not finish' : `place ${place}`;
  return isDropped ? `${what}, not counted` : what;
}
