import type { RaceSettings } from '../model/race-settings.ts';
import type { RaceFormat } from '../model/race-format.ts';
import { type Adjusted, isBefore } from './adjusted.ts';
import { numberOf, rankBy, rankInGroups } from './rank-by.ts';

/** The times that racers are ranked by. `team`: their teams are ranked, by the actual times of the racers. */
export type RankedBy = 'actual' | 'adjusted' | 'team';

/** Which leaderboard of an event. */
export interface LeaderboardOf {
  /** All attempts together by the event's rule, or one of them. An event of one attempt has a total: that attempt. */
  readonly of: 'total' | number;
  readonly by: Exclude<RankedBy, 'team'>;
  /** Racers of this category alone, ranked among themselves; null: everybody. */
  readonly category: string | null;
}

/** The order that an event opens with, on every screen and in every file. */
export function ownOrder({ teams, handicap }: Pick<RaceFormat, 'teams' | 'handicap'>): RankedBy {
  return teams?.startsTogether === true ? 'team' : racersOrder({ handicap });
}

/** The order of its racers: also in a team time trial, beside its teams. */
export const racersOrder = ({ handicap }: Pick<RaceFormat, 'handicap'>): LeaderboardOf['by'] =>
  handicap === null ? 'actual' : 'adjusted';

/** Facts about a racer that ranking needs, from an event or from its stored rows. */
export interface Contender {
  readonly racerId: string;
  readonly bib: string | null;
  /** Published time of the attempt or of the total; null: no rank. */
  readonly ms: number | null;
  /** Time before it was rounded for publishing: it orders racers who share a rank. */
  readonly net: number | null;
  readonly adjusted: Adjusted | null;
  readonly category: string | null;
}

export interface Ranks {
  readonly rank: number;
  /** Gap to the first in the time that ranks; 0 where grades rank. */
  readonly gap: number;
  /** Among those of the racer's own category, in this order; null without one. */
  readonly categoryRank: number | null;
  readonly actualRank: number;
  readonly adjustedRank: number | null;
}

export interface Ranking<Row> {
  readonly ranked: readonly { readonly row: Row; readonly ranks: Ranks }[];
  /** Racers with a time and without a handicap, where the order needs one. */
  readonly without: readonly { readonly row: Row; readonly actualRank: number }[];
}

type Timed<Row> = Row & { readonly ms: number };

/**
 * The one ranking: published times, or what handicaps make of them. Equal ones share a rank. Of those who share it, the
 * order is by the time before it was published, or by number, as the event says; at last by id, so that no row jumps.
 */
export function rankContenders<Row extends Contender>(
  rows: readonly Row[],
  { by, category }: Omit<LeaderboardOf, 'of'>,
  ties: RaceSettings['ties'],
): Ranking<Row> {
  const timed = rows
    .filter((row): row is Timed<Row> => row.ms !== null && (category === null || row.category === category))
    .toSorted((one, other) => one.ms - other.ms || byTie[ties](one, other));
  const actual = ranksOf(timed, isAsFast);
  const graded = timed.filter(isAdjusted).toSorted((one, other) => isBefore(one.adjusted!, other.adjusted!));
  const adjusted = ranksOf(graded, isAsGood);
  const isByAdjusted = by === 'adjusted';
  const ordered = isByAdjusted ? graded : timed;
  const areEqual = isByAdjusted ? isAsGood : isAsFast;
  const inCategory = rankInGroups(ordered, areEqual, (row) => row.category);
  return {
    ranked: ordered.map((row) => ({
      row,
      ranks: {
        rank: (isByAdjusted ? adjusted : actual).get(row)!,
        gap: isByAdjusted ? gapBetween(ordered[0]!.adjusted!, row.adjusted!) : row.ms - ordered[0]!.ms,
        categoryRank: inCategory.get(row) ?? null,
        actualRank: actual.get(row)!,
        adjustedRank: adjusted.get(row) ?? null,
      },
    })),
    without: isByAdjusted
      ? timed.filter((row) => !isAdjusted(row)).map((row) => ({ row, actualRank: actual.get(row)! }))
      : [],
  };
}

const isAdjusted = ({ adjusted }: Contender): boolean => adjusted !== null;
const isAsFast = (one: Contender, other: Contender): boolean => one.ms === other.ms;
const isAsGood = (one: Contender, other: Contender): boolean => one.adjusted!.value === other.adjusted!.value;

function ranksOf<Row>(ordered: readonly Row[], areEqual: (one: Row, other: Row) => boolean): ReadonlyMap<Row, number> {
  const ranks = rankBy(ordered, areEqual);
  return new Map(ordered.map((row, index) => [row, ranks[index]!]));
}

const gapBetween = (first: Adjusted, own: Adjusted): number => (own.by === 'grade' ? 0 : own.value - first.value);

/** By net time, or the higher start number first, as FIS 617.3.3 lists them. Racers without a number are listed last. */
const byTie: Readonly<Record<RaceSettings['ties'], (one: Contender, other: Contender) => number>> = {
  shared: (one, other) =>
    Math.round(one.net!) - Math.round(other.net!) || numberOf(one) - numberOf(other) || byId(one, other),
  'higher-number-first': (one, other) => numberOf(other, -1) - numberOf(one, -1) || byId(one, other),
};

const byId = (one: Contender, other: Contender): number => (one.racerId < other.racerId ? -1 : 1);
