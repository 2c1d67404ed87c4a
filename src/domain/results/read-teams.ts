import { isQuotaHidden, type TeamRules } from '../model/race-format.ts';
import type { Entry, EventState } from '../model/state.ts';
import { readLeaderboard } from './read-leaderboard.ts';
import { readResults } from './read-results.ts';
import type { TeamResult, TeamRow } from '../model/teams.ts';
import { fitsQuota, makeTeams, placeTeams, teamKey, teamNameOf } from './teams.ts';

/** The teams of an event by its rules; null where the owner ranks none. With several attempts the total counts. */
export function readTeams(event: EventState): TeamResult[] | null {
  const { teams: rules } = event.format;
  if (rules === null) return null;
  return placeTeams(event.teams === undefined ? readRows(event, rules) : Object.values(event.teams));
}

/**
 * The rows of teams that viewers cannot make themselves, by key: they do not have what the quota looks at. Null: they can, or
 * the owner does not show teams.
 */
export function readHiddenTeams(event: EventState): Readonly<Record<string, TeamRow>> | null {
  if (!hasHiddenTeams(event)) return null;
  return Object.fromEntries(readRows(event, event.format.teams!).map((team) => [team.key, team]));
}

export const hasHiddenTeams = ({ format }: Pick<EventState, 'format'>): boolean =>
  format.teams !== null && format.shows.includes(format.teams.of) && isQuotaHidden(format);

function readRows(event: EventState, rules: TeamRules): TeamRow[] {
  const results = readResults(event);
  const { ranked } = readLeaderboard(event, { by: 'actual' });
  const times = new Map(ranked.map(({ entry, duration }) => [entry.racerId, duration]));
  return makeTeams(
    results.map(({ entry: { racerId, details } }) => ({
      racerId,
      team: teamNameOf(rules, details),
      fitsQuota: fitsQuota(rules.quota, details),
      ms: times.get(racerId) ?? null,
    })),
    rules,
  );
}

/** `startTeamOf` by the id of the racer. */
export const teamsOf =
  (event: Pick<EventState, 'format' | 'entries'>) =>
  ({ racerId }: { readonly racerId: string }): string | null => {
    const entry = event.entries[racerId];
    return entry === undefined ? null : startTeamOf(event, entry);
  };

/** The team that an entry starts with, by one tap; null where everybody starts alone. */
export function startTeamOf({ format }: Pick<EventState, 'format'>, entry: Entry): string | null {
  const { teams: rules } = format;
  return rules?.startsTogether === true ? teamKey(teamNameOf(rules, entry.details)) : null;
}
