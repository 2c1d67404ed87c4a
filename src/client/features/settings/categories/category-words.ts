import type { Category } from '../../../../domain/model/race-format.ts';
import { genderWords } from '../../../leaderboard/team-words.ts';

/** For example 'women · 40 to 49' or 'group Juniors'. */
export function describeRule({ group, gender, class: ofClass, ages }: Category): string {
  const parts = [
    group === null ? null : `group ${group}`,
    gender === null ? null : genderWords[gender],
    ofClass === null ? null : `class ${ofClass}`,
    ages === null ? null : describeAges(ages),
  ].filter((part) => part !== null);
  return parts.length === 0 ? 'everybody' : parts.join(' · ');
}

/** The oldest age that is asked for where there is no upper end. */
export const OLDEST = 200;

function describeAges([from, to]: readonly [number, number]): string {
  if (to >= OLDEST) return `${from} and older`;
  return from === 0 ? `up to ${to}` : `${from} to ${to}`;
}
