import type { EpochMs } from '../units.ts';
import type { Starter } from './order.ts';

/** A place in the start list, as a command gives it. */
export interface PlacedStarter {
  readonly racerId: string;
  readonly order: number;
  readonly at: EpochMs | null;
}

/** Places closer than this have no room for another between them that can be told apart. */
const LEAST_STEP = 1e-6;

/** The list in this order, numbered anew. The times of the list stay where they are: the racers move over them. */
export function arrange(starters: readonly Starter[]): PlacedStarter[] {
  const times = starters.flatMap(({ at }) => at ?? []).toSorted((one, other) => one - other);
  return starters.map(({ racerId }, index) => ({ racerId, order: index + 1, at: times[index] ?? null }));
}

/** The list with these times, one for each. */
export const arrangeAt = (starters: readonly Starter[], times: readonly EpochMs[]): PlacedStarter[] =>
  starters.map(({ racerId }, index) => ({ racerId, order: index + 1, at: times[index] ?? null }));

/**
 * Slot for one racer between two others. Null where the whole list must be arranged anew: it has times, which stay where they
 * are, or no places yet, or no room there.
 */
export function placeBetween(starters: readonly Starter[], racerId: string, to: number): PlacedStarter | null {
  const others = starters.filter((starter) => starter.racerId !== racerId);
  if (starters.some(({ at, order }) => at !== null || order === null)) return null;
  const before = others[to - 1]?.order ?? 0;
  const after = others[to]?.order ?? before + 2;
  return after! - before! < LEAST_STEP ? null : { racerId, order: (before! + after!) / 2, at: null };
}
