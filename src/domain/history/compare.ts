import { rankBy } from '../results/rank-by.ts';
import { medianOf } from '../results/median.ts';
import { hasSamePoints, type TimedRace, type TimedResult } from './races.ts';

/** Fewer racers than this are no field: what they have in common says nothing about the day. */
export const LEAST_FIELD = 3;

export interface Change {
  readonly before: number;
  readonly after: number;
  /** Below zero: faster in the second event. */
  readonly change: number;
}

export interface ComparedRacer extends Change {
  readonly racerId: string;
  readonly name: string;
  /** Places among all racers of each event. */
  readonly places: readonly [number, number];
  /** The change less that of the field: what is left when the day is taken out. Null without a field. */
  readonly ownChange: number | null;
  readonly sections: readonly (Change | null)[];
}

export interface ComparedSection {
  /** The names of the points that it lies between; null for the start and the finish. */
  readonly from: string | null;
  readonly to: string | null;
  readonly fieldChange: number | null;
}

export type RacedAlone = Pick<TimedResult, 'racerId' | 'name' | 'ms'>;

export interface Comparison {
  /** The racers of both events, the largest gain first. */
  readonly racers: readonly ComparedRacer[];
  /** The median of all changes: on a windy day everybody is slower. Null without a field. */
  readonly fieldChange: number | null;
  /** Empty unless both events have the same points. */
  readonly sections: readonly ComparedSection[];
  readonly onlyBefore: readonly RacedAlone[];
  readonly onlyAfter: readonly RacedAlone[];
}

/** Racers are joined by their id in the owner's library, never by name. */
export function compareRaces(before: TimedRace, after: TimedRace): Comparison {
  const first = new Map(before.results.map((result) => [result.racerId, result]));
  const second = new Map(after.results.map((result) => [result.racerId, result]));
  const hasSections = hasSamePoints(before.points, after.points);
  const [placeBefore, placeAfter] = [placesIn(before), placesIn(after)];
  const both = after.results.flatMap((later) => {
    const earlier = first.get(later.racerId);
    if (earlier === undefined) return [];
    const sections = hasSections
      ? later.sections.map((ms, index) => changeOf(earlier.sections[index] ?? null, ms))
      : [];
    return [{ earlier, later, change: changeOf(earlier.ms, later.ms)!, sections }];
  });
  const fieldChange = fieldOf(both.map(({ change }) => change));
  const racers = both.map(({ earlier, later, change, sections }): ComparedRacer => ({
    racerId: later.racerId,
    name: later.name,
    ...change,
    places: [placeBefore(earlier.ms), placeAfter(later.ms)],
    ownChange: fieldChange === null ? null : change.change - fieldChange,
    sections,
  }));
  return {
    racers: racers.toSorted((one, other) => one.change - other.change || byName(one, other)),
    fieldChange,
    sections: hasSections
      ? namePairs(after.points).map((pair, index) => ({
          ...pair,
          fieldChange: fieldOf(both.flatMap(({ sections }) => sections[index] ?? [])),
        }))
      : [],
    onlyBefore: aloneIn(before, second),
    onlyAfter: aloneIn(after, first),
  };
}

/** The sections of a course by the points at their ends. */
export function namePairs(points: readonly string[]): { readonly from: string | null; readonly to: string | null }[] {
  return [...points, null].map((to, index) => ({ from: points[index - 1] ?? null, to }));
}

function changeOf(before: number | null, after: number | null): Change | null {
  return before === null || after === null ? null : { before, after, change: after - before };
}

function fieldOf(changes: readonly Change[]): number | null {
  return changes.length < LEAST_FIELD ? null : medianOf(changes.map(({ change }) => change));
}

function placesIn({ results }: TimedRace): (ms: number) => number {
  const sorted = results.map(({ ms }) => ms).toSorted((one, other) => one - other);
  const ranks = rankBy(sorted, (one, other) => one === other);
  const places = new Map(sorted.map((ms, index) => [ms, ranks[index]!]));
  return (ms) => places.get(ms)!;
}

function aloneIn({ results }: TimedRace, others: ReadonlyMap<string, TimedResult>): RacedAlone[] {
  return results
    .filter(({ racerId }) => !others.has(racerId))
    .map(({ racerId, name, ms }) => ({ racerId, name, ms }))
    .toSorted((one, other) => one.ms - other.ms || byName(one, other));
}

interface Named {
  readonly racerId: string;
  readonly name: string;
}

/** The id decides between two racers of one name, so that the order stays the same. */
export function byName(one: Named, other: Named): number {
  if (one.name !== other.name) return one.name < other.name ? -1 : 1;
  return one.racerId < other.racerId ? -1 : 1;
}
