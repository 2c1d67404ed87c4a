import { word } from '../../../domain/language.ts';
import type { SeriesRules } from '../../../domain/series/rules.ts';
import type { Score } from '../../../domain/series/score-event.ts';
import type { SeriesAnswer, SeriesEventInfo } from '../../../protocol/series.ts';

/** 'Best 8 of 12 events · +1 for each start' */
export function describeRules({ rules, events }: Pick<SeriesAnswer, 'rules' | 'events'>): string {
  const held = events.filter(({ state }) => state !== 'gone').length;
  const count = rules.best === null ? `All of ${held} events count` : `Best ${rules.best} of ${held} events`;
  const { scoring, times, minimum, starter, personalBest = 0, helpers } = rules;
  const isPoints = scoring.kind === 'points';
  return [
    times === 'adjusted' && 'By adjusted time',
    minimum > 1 ? `${count}, ${minimum} needed for a place` : count,
    isPoints && starter > 0 && `+${starter} for each start`,
    isPoints && personalBest > 0 && `+${personalBest} for a personal best`,
    scoring.kind !== 'time' && helpers !== null && 'H: points for helping',
  ]
    .filter(Boolean)
    .join(' · ');
}

/** The unit of the totals, for the head of their column. */
export function nameTotal({ scoring, times }: SeriesRules): string {
  if (scoring.kind === 'time' && times === 'adjusted') return 'Adjusted time';
  return scoring.kind === 'time' ? 'Time' : scoring.kind === 'percent' ? 'Per cent' : 'Points';
}

/** What stands behind a score that no place was given for. */
export const markOf = ({ kind }: Score): string => (kind === 'helper' ? ' H' : kind === 'dnf' ? ' DNF' : '');

/** What handicaps do in an event of a series by adjusted time; null in all others. */
export function describeAdjusted({ adjusted }: SeriesEventInfo): string | null {
  switch (adjusted) {
    case 'none':
      return word('scores nothing: no adjusted times that fit');
    case 'time':
      return word('times less the handicap');
    case 'plus':
      return word('times under the target');
    case 'grade':
      return word('age grades');
    default:
      return null;
  }
}
