import type { TeamRules } from '../model/race-format.ts';
import type { Details } from '../racers/details.ts';
import { fitsQuota, rankTeams, teamNameOf } from '../results/teams.ts';
import type { SeriesResult } from './score-event.ts';

/** Facts about a racer's result that a series of teams needs. */
export interface TeamResultRow {
  readonly racerId: string;
  readonly ms: number | null;
  readonly details: Details | null;
  /** Details that this reader may see: viewers may not see the teams of an event. */
  readonly shown: Details | null;
}

/**
 * The teams of an event as a series scores them: in place of racers, and by the event's own ranking of teams. Teams without
 * a rank have no score; an event that ranks no teams has none at all.
 */
export function listTeamResults(rows: readonly TeamResultRow[], rules: TeamRules | null): SeriesResult[] {
  if (rules === null) return [];
  const racers = rows.map(({ racerId, ms, details, shown }) => ({
    racerId,
    ms,
    team: teamNameOf(rules, shown),
    fitsQuota: fitsQuota(rules.quota, details),
  }));
  return rankTeams(racers, rules)
    .filter(({ rank }) => rank !== null)
    .map(({ key, name, score }) => ({
      racerId: key,
      name,
      category: null,
      status: 'OK',
      // Lower is better for places as for times, and only the order is scored.
      ms: score,
      hasStarted: true,
    }));
}
