import type { SeriesRules } from '../../../domain/series/rules.ts';
import type { Score } from '../../../domain/series/score-event.ts';
import type { SeriesAnswer } from '../../../protocol/series.ts';

/** 'Best 8 of 12 events · +1 for each start' */
export function describeRules({ rules, events }: Pick<SeriesAnswer, 'rules' | 'events'>): string {
  const held = events.filter(({ state }) => state !== 'gone').length;
  const count = rules.best === null ? `All of ${held} events count` : `Best ${rules.best} of ${held} events`;
  const { scoring, minimum, starter, personalBest = 0, helpers } = rules;
  const isPoints = scoring.kind === 'points';
  return [
    minimum > 1 ? `${count}, ${minimum} needed for a place` : count,
    isPoints && starter > 0 && `+${starter} for each start`,
    isPoints && personalBest > 0 && `+${personalBest} for a personal best`,
    scoring.kind !== 'time' && helpers !== null && 'H: points for helping',
  ]
    .filter(Boolean)
    .join(' · ');
}

/** The unit of the totals, for the head of their column. */
export function nameTotal({ scoring }: SeriesRules): string {
  return scoring.kind === 'time' ? 'Time' : scoring.kind === 'percent' ? 'Per cent' : 'Points';
}

/** What stands behind a score that no place was given for. */
export const markOf = ({ kind }: Score): string => (kind === 'helper' ? ' H' : kind === 'dnf' ? ' DNF' : '');
