import type { EventState } from '../model/state.ts';
import { type DurationMs, durationMs } from '../units.ts';
import { categoryOf } from './categories.ts';
import { rankBy, rankInGroups } from './rank-by.ts';

/** A row of the ranking at a point of the course, in its order. */
interface Row {
  readonly rank: number;
  readonly gap: DurationMs;
}

/** The names of the categories that somebody is in: in the order of the settings, then those that were chosen by hand. */
export function listCategories(event: EventState): string[] {
  const used = new Set(
    Object.values(event.entries).flatMap((entry) => (entry.removed ? [] : (categoryOf(event, entry) ?? []))),
  );
  const named = event.format.categories.map(({ name }) => name).filter((name) => used.has(name));
  return [...named, ...[...used].filter((name) => !named.includes(name)).toSorted()];
}

/** The rows of some racers at a point, ranked among themselves: gaps are to their first. */
export function rankAmong<Ranked extends Row>(rows: readonly Ranked[], isAmong: (row: Ranked) => boolean): Ranked[] {
  const among = rows.filter(isAmong);
  const ranks = rankBy(among, isLevel);
  return among.map((row, index) => ({ ...row, rank: ranks[index]!, gap: durationMs(row.gap - among[0]!.gap) }));
}

/** A racer's rank within the category. */
export interface CategoryRank {
  readonly category: string;
  readonly rank: number;
}

/** Ranks in categories by racer. `keyOf`: the racer of a row. Racers without a category have none. */
export function rankInCategories<Ranked extends Row>(
  event: EventState,
  rows: readonly Ranked[],
  keyOf: (row: Ranked) => string,
): ReadonlyMap<string, CategoryRank> {
  const groupOf = (row: Ranked) => {
    const entry = event.entries[keyOf(row)];
    return entry === undefined ? null : categoryOf(event, entry);
  };
  const ranks = rankInGroups(rows, isLevel, groupOf);
  return new Map([...ranks].map(([row, rank]) => [keyOf(row), { category: groupOf(row)!, rank }]));
}

const isLevel = (one: Row, other: Row): boolean => one.rank === other.rank;
