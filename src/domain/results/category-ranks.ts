import type { EventState } from '../events/state.ts';
import { type DurationMs, durationMs } from '../units.ts';
import { categoryOf } from './categories.ts';

/** A row of any ranking, in its order. */
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

/** The rows of some racers, ranked among themselves: equal times still share a rank, and gaps are to their first. */
export function rankAmong<Ranked extends Row>(rows: readonly Ranked[], isAmong: (row: Ranked) => boolean): Ranked[] {
  const among = rows.filter(isAmong);
  let rank = 0;
  return among.map((row, index) => {
    if (row.rank !== among[index - 1]?.rank) rank = index + 1;
    return { ...row, rank, gap: durationMs(row.gap - among[0]!.gap) };
  });
}

/** A racer's rank within the category. */
export interface CategoryRank {
  readonly category: string;
  readonly rank: number;
}

/** By racer. `keyOf`: the racer of a row. Racers without a category have none. */
export function rankInCategories<Ranked extends Row>(
  event: EventState,
  rows: readonly Ranked[],
  keyOf: (row: Ranked) => string,
): ReadonlyMap<string, CategoryRank> {
  const ranks = new Map<string, CategoryRank>();
  const last = new Map<string, { count: number; rank: number; before: number }>();
  for (const row of rows) {
    const entry = event.entries[keyOf(row)];
    const category = entry === undefined ? null : categoryOf(event, entry);
    if (category === null) continue;
    const { count, rank, before } = last.get(category) ?? { count: 0, rank: 0, before: 0 };
    const now = { count: count + 1, rank: row.rank === before ? rank : count + 1, before: row.rank };
    last.set(category, now);
    ranks.set(keyOf(row), { category, rank: now.rank });
  }
  return ranks;
}
