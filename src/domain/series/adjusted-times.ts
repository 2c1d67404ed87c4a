import type { HandicapRule } from '../model/race-format.ts';
import type { Adjusted } from '../results/adjusted.ts';
import type { Scoring } from './rules.ts';
import type { SeriesResult } from './score-event.ts';

export type Ranked = Pick<SeriesResult, 'ms' | 'percent'>;

/**
 * Whether a series by adjusted times can score an event. Grades are no times that could be added up, and a time under its
 * target is no part of another one.
 */
export function canScore(handicap: HandicapRule | null, { kind }: Scoring): boolean {
  return (
    handicap !== null && !(kind === 'time' && handicap === 'grade') && !(kind === 'percent' && handicap === 'plus')
  );
}

/** A racer without a handicap has no adjusted time, and no score. */
export function rankAdjusted(adjusted: Adjusted | null, scoring: Scoring): Ranked {
  if (adjusted === null || !canScore(adjusted.by, scoring)) return { ms: null };
  if (adjusted.by !== 'grade') return { ms: adjusted.value };
  return { ms: -adjusted.value, percent: adjusted.value / 100 };
}
