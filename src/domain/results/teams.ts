import type { Quota, TeamRules } from '../model/race-format.ts';
import type { Details } from '../racers/details.ts';
import { nameKey } from '../racers/same-name.ts';
import type { TeamResult, TeamRow } from '../model/teams.ts';
import { rankBy } from './rank-by.ts';

/** Facts about a racer that the ranking of teams needs. */
export interface TeamRacer {
  readonly racerId: string;
  /** Team as it was typed; blank or null: no team. */
  readonly team: string | null;
  readonly fitsQuota: boolean;
  /** The published time, or the total of several attempts; null without a rank. */
  readonly ms: number | null;
}

/** 'Wheelers' and 'wheelers ' are one team. Null: no team. */
export function teamKey(name: string | null | undefined): string | null {
  const key = nameKey(name ?? '');
  return key === '' ? null : key;
}

export const teamNameOf = ({ of }: Pick<TeamRules, 'of'>, details: Details | null | undefined): string | null =>
  details?.[of] ?? null;

/** Whether a racer counts for the quota; without a quota everybody does. */
export function fitsQuota(quota: Quota | null, details: Details | null | undefined): boolean {
  if (quota === null) return true;
  if (quota.gender !== null && details?.gender !== quota.gender) return false;
  return quota.class === null || details?.class === quota.class;
}

type Timed = TeamRacer & { readonly ms: number };

interface Team {
  readonly key: string;
  readonly racers: readonly TeamRacer[];
  readonly timed: readonly Timed[];
  /** Racers of whom the result is made; null where the team is short of somebody. */
  readonly counting: readonly Timed[] | null;
}

export const rankTeams = (racers: readonly TeamRacer[], rules: TeamRules): TeamResult[] =>
  placeTeams(makeTeams(racers, rules));

export function makeTeams(racers: readonly TeamRacer[], rules: TeamRules): TeamRow[] {
  const teams = gather(racers).map(([key, own]) => {
    const timed = own.filter(isTimed).toSorted(byTime);
    return { key, racers: own, timed, counting: chooseCounting(timed, rules) };
  });
  const places = rules.score === 'places' ? placesOf(racers, teams, rules) : new Map<string, number>();
  return teams.map((team) => describeTeam(team, rules, places));
}

/** Ranked teams first, then those without a result: the more finishers, the earlier. */
export function placeTeams(teams: readonly TeamRow[]): TeamResult[] {
  const scored = teams.toSorted(
    (one, other) =>
      (one.score ?? Infinity) - (other.score ?? Infinity) ||
      one.lacks - other.lacks ||
      one.lacksOfQuota - other.lacksOfQuota ||
      (one.key < other.key ? -1 : 1),
  );
  const ranks = rankBy(scored, (one, other) => one.score === other.score);
  return scored.map((team, index) => ({ ...team, rank: team.score === null ? null : ranks[index]! }));
}

const isTimed = (racer: TeamRacer): racer is Timed => racer.ms !== null;
const byTime = (one: Timed, other: Timed): number => one.ms - other.ms || (one.racerId < other.racerId ? -1 : 1);

function gather(racers: readonly TeamRacer[]): [string, TeamRacer[]][] {
  const teams = new Map<string, TeamRacer[]>();
  for (const racer of racers) {
    const key = teamKey(racer.team);
    if (key === null) continue;
    const own = teams.get(key);
    if (own === undefined) teams.set(key, [racer]);
    else own.push(racer);
  }
  return [...teams];
}

/**
 * The fastest who satisfy the quota, and the fastest of all others. No other set that is allowed has a faster last
 * racer, or a lower sum: a racer of the quota could only be replaced by a slower one.
 */
function chooseCounting(timed: readonly Timed[], { n, quota }: TeamRules): readonly Timed[] | null {
  const least = leastOf({ n, quota });
  const fitting = timed.filter(({ fitsQuota: fits }) => fits).slice(0, least);
  if (timed.length < n || fitting.length < least) return null;
  const others = timed.filter((racer) => !fitting.includes(racer)).slice(0, n - least);
  return [...fitting, ...others].toSorted(byTime);
}

const leastOf = ({ n, quota }: Pick<TeamRules, 'n' | 'quota'>): number => Math.min(n, quota?.least ?? 0);

/**
 * Places by which teams are scored: those of the leaderboard where racers beyond the n of their team take a place; otherwise
 * racers who count for no team are passed over, and all others move up.
 */
function placesOf(racers: readonly TeamRacer[], teams: readonly Team[], { displaces }: TeamRules): Map<string, number> {
  const taking = displaces ? racers.filter(isTimed) : teams.flatMap(({ counting }) => counting ?? []);
  const ordered = taking.toSorted(byTime);
  const places = rankBy(ordered, (one, other) => one.ms === other.ms);
  return new Map(ordered.map(({ racerId }, index) => [racerId, places[index]!]));
}

function describeTeam(team: Team, rules: TeamRules, places: ReadonlyMap<string, number>): TeamRow {
  const { key, racers, timed, counting } = team;
  const untimed = racers.filter(({ ms }) => ms === null);
  return {
    key,
    name: nameOf(racers),
    score: counting && scoreOf(counting, rules, places),
    members: [...timed, ...untimed].map((racer) => ({
      racerId: racer.racerId,
      ms: racer.ms,
      place: places.get(racer.racerId) ?? null,
      counts: counting?.some(({ racerId }) => racerId === racer.racerId) ?? false,
    })),
    lacks: Math.max(0, rules.n - timed.length),
    lacksOfQuota: Math.max(0, leastOf(rules) - timed.filter(({ fitsQuota: fits }) => fits).length),
  };
}

function scoreOf(counting: readonly Timed[], { score }: TeamRules, places: ReadonlyMap<string, number>): number {
  if (score === 'nth') return counting.at(-1)!.ms;
  return counting.reduce((sum, { racerId, ms }) => sum + (score === 'sum' ? ms : places.get(racerId)!), 0);
}

/** The way in which most racers have typed it; of two that are as frequent, the first in the alphabet. */
function nameOf(racers: readonly TeamRacer[]): string {
  const counts = new Map<string, number>();
  for (const { team } of racers) counts.set(team!.trim(), (counts.get(team!.trim()) ?? 0) + 1);
  const [name] = [...counts].toSorted(([one, often], [other, oftener]) => oftener - often || (one < other ? -1 : 1));
  return name![0];
}
