import type { Browser } from '@playwright/test';
import type { Checker, Faces } from '../compare.ts';
import { type Expected, type Order, type Race, type RunResult, wayOfRacers } from '../oracle.ts';
import type { Stage } from '../world.ts';

/** What a reader needs: the event, where differences go, and how racers are called. */
export interface Reading {
  readonly stage: Stage;
  readonly check: Checker;
  readonly faces: Faces;
  readonly expected: Expected;
}

/** Reads one output back, by other means than it was written with. */
export type Reader = (reading: Reading) => Promise<void> | void;
/** One that needs a browser; all share it. */
export type BrowserReader = (reading: Reading, browser: Browser) => Promise<void>;

/** The racers of an event in its own order: without teams, which are rows of another kind. */
export function ownRacers({ race, total }: Expected): OwnRacers {
  const isAdjusted = wayOfRacers(race) === 'adjusted';
  return {
    isAdjusted,
    order: isAdjusted ? total.adjusted : total.actual,
    rankOf: (racerId) => (isAdjusted ? total.placed.get(racerId)!.adjustedRank : total.placed.get(racerId)!.rank),
    gapOf: (racerId) => (isAdjusted ? total.placed.get(racerId)!.adjustedGap : total.placed.get(racerId)!.gap),
    categoryRankOf: (racerId) =>
      isAdjusted ? total.placed.get(racerId)!.adjustedCategoryRank : total.placed.get(racerId)!.categoryRank,
  };
}

export interface OwnRacers {
  readonly isAdjusted: boolean;
  readonly order: Order;
  rankOf(racerId: string): number | null;
  gapOf(racerId: string): number | null;
  categoryRankOf(racerId: string): number | null;
}

const everybody = ({ racers }: Race): string[] => racers.map(({ racerId }) => racerId);

/** Everybody of the event once and nobody else; the names that are missing, doubled or unknown are told. */
export function sameRacers({ check, faces, expected }: Reading, what: string, said: readonly string[]): void {
  const tell = (ids: readonly string[]) => ids.map((racerId) => faces.short(racerId)).toSorted();
  check.same(what, tell(said), tell(everybody(expected.race)));
}

/** The order of ranked racers, told with short names. */
export function sameOrder({ check, faces }: Reading, what: string, said: readonly string[], order: Order): void {
  check.inOrder(
    what,
    said.map((racerId) => faces.short(racerId)),
    faces.shortOrder(order),
  );
}

/** A split as files have it; null where the racer was not seen there, or before the own start. */
export function sinceStart({ splits, startAt }: RunResult, line: string): number | null {
  const at = splits[line] ?? null;
  return at === null || startAt === null || at < startAt ? null : at - startAt;
}
