import { type DurationMs, type EpochMs, epochMs } from '../units.ts';
import type { Starter } from './order.ts';
import type { PlacedStarter } from './slots.ts';

/** Gaps that are listed: a list with a gap of hours would offer hundreds of moments. */
const MOST_GAPS = 20;

/** Free starts from a moment on: a whole interval away from the racer before and the racer after. */
export function listGaps(starters: readonly Starter[], interval: DurationMs, from: EpochMs): EpochMs[] {
  const times = starters.flatMap(({ at }) => at ?? []).toSorted((one, other) => one - other);
  const free: EpochMs[] = [];
  for (const [index, at] of times.entries()) {
    const next = times[index + 1] ?? -Infinity;
    for (let start = at + interval; start + interval <= next && free.length < MOST_GAPS; start += interval) {
      if (start >= from) free.push(epochMs(start));
    }
  }
  return free;
}

/** The start after the last racer; never before `from`. Null where nobody has a start yet. */
export function startAtEnd(starters: readonly Starter[], interval: DurationMs, from: EpochMs): EpochMs | null {
  const last = Math.max(...starters.flatMap(({ at }) => at ?? []));
  if (!Number.isFinite(last)) return null;
  const missed = Math.max(0, Math.ceil((from - last) / interval));
  return epochMs(last + Math.max(1, missed) * interval);
}

/** Places one racer at a free moment: the order follows the times, and nobody else moves. */
export function placeAt(starters: readonly Starter[], racerId: string, at: EpochMs): PlacedStarter {
  const others = starters.filter((starter) => starter.racerId !== racerId && starter.order !== null);
  const after = others.findIndex((starter) => starter.at !== null && starter.at > at);
  const before = (after === -1 ? others.at(-1)?.order : others[after - 1]?.order) ?? 0;
  const next = after === -1 ? before + 2 : others[after]!.order!;
  return { racerId, order: (before + next) / 2, at };
}
