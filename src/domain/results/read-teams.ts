import type { Entry, EventState } from '../events/state.ts';
import { readLeaderboard } from './read-leaderboard.ts';
import { readResults } from './read-results.ts';
import { fitsQuota, rankTeams, teamKey, teamNameOf, type TeamResult } from './teams.ts';

/** The teams of an event by its rules; null where the owner ranks none. With several attempts the total counts. */
export function readTeams(event: EventState): TeamResult[] | null {
  const { teams: rules } = event.format;
  if (rules === null) return null;
  const results = readResults(event);
  const { ranked } = readLeaderboard(event, { by: 'actual' });
  const times = new Map(ranked.map(({ entry, duration }) => [entry.racerId, duration]));
  return rankTeams(
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
