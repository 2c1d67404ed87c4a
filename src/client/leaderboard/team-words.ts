import type { Quota, TeamRules } from '../../domain/model/race-format.ts';
import { counted, plural, word } from '../../domain/language.ts';
import type { EntryResult } from '../../domain/results/entry-result.ts';
import type { TeamMember, TeamResult } from '../../domain/model/teams.ts';
import { formatDuration, formatGap } from '../../domain/timing/format.ts';
import { durationMs } from '../../domain/units.ts';

export const genderWords = { F: word('women'), M: word('men'), X: word('other') } as const;

/** For example 'women', 'class Elite' or 'women, class Elite'. */
export function describeQuota({ gender, class: ofClass }: Quota): string {
  return [gender === null ? null : genderWords[gender], ofClass === null ? null : `class ${ofClass}`]
    .filter((part) => part !== null)
    .join(', ');
}

/** Rules for the result of a team, in a sentence or two. */
export function describeTeamRules({ score, n, displaces, quota }: TeamRules): string {
  const said = {
    nth:
      n === 1
        ? 'The first racer across gives the team’s time.'
        : `The team’s time is taken on racer ${n} across the line.`,
    sum: plural(n, 'The best time of each team counts.', `The best ${n} times of each team add up.`),
    places: plural(n, 'The best place of each team counts.', `The best ${n} places of each team add up.`),
  }[score];
  return [
    said,
    score === 'places' && !displaces ? 'Racers who count for no team take no place.' : null,
    quota === null ? null : describeLeast(quota),
  ]
    .filter((part) => part !== null)
    .join(' ');
}

/** Viewers are not told what a quota looks at that they do not see. */
const isUnsaid = ({ gender, class: ofClass }: Quota): boolean => gender === null && ofClass === null;

function describeLeast(quota: Quota): string {
  if (isUnsaid(quota)) return `At least ${quota.least} by the organiser’s quota.`;
  return `At least ${quota.least} of these: ${describeQuota(quota)}.`;
}

/** Why a team has no result yet, for example '2 of 3 finished'. */
export function describeLack({ lacks, lacksOfQuota }: TeamResult, { n, quota }: TeamRules): string {
  if (lacks > 0) return `${n - lacks} of ${n} finished`;
  if (quota === null || lacksOfQuota === 0) return '';
  return isUnsaid(quota)
    ? `${lacksOfQuota} still missing for the quota`
    : `${lacksOfQuota} still missing: ${describeQuota(quota)}`;
}

/** The result of a team: its time, or its places added up. */
export function describeScore(score: number, rules: Pick<TeamRules, 'score'>, unit: number): string {
  return rules.score === 'places' ? counted(score, 'point', 'points') : formatDuration(durationMs(score), unit);
}

/** Gap of a team to the best; null for the best itself, and where places are added up. */
export function describeGap(
  { score }: TeamResult,
  best: number | null,
  rules: Pick<TeamRules, 'score'>,
  unit: number,
): string | null {
  if (score === null || best === null || score === best || rules.score === 'places') return null;
  return formatGap(durationMs(score - best), unit);
}

/** A racer's part in the team's result: a time, a place, or where the racer is. */
export function describeMember({ ms, place }: TeamMember, result: EntryResult | undefined, rules: TeamRules): string {
  if (ms !== null) {
    if (rules.score === 'places') return place === null ? '' : `#${place}`;
    return formatDuration(durationMs(ms), result?.unit);
  }
  if (result?.state === 'out') return result.status;
  return result?.state === 'on-course' ? word('on course') : '';
}
