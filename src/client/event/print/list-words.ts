import type { Starter } from '../../../domain/schedule/order.ts';
import { formatClock } from '../../../domain/timing/format.ts';
import { formatTimeOfDay } from '../../../domain/timing/local-time.ts';
import { durationMs, type EpochMs } from '../../../domain/units.ts';

/** The first start of the list; null where nobody has one. */
export function firstStart(starters: readonly Starter[]): EpochMs | null {
  const times = starters.flatMap(({ at }) => at ?? []);
  return times.length === 0 ? null : (Math.min(...times) as EpochMs);
}

/** `0:00:30`: hours stand even where they are nought, so that it is no time of day. */
export function formatFromFirst(at: EpochMs, first: EpochMs): string {
  const text = formatClock(durationMs(at - first));
  return text.split(':').length === 2 ? `0:${text}` : text;
}

export function describeStart({ at }: Starter, first: EpochMs | null, timeZone: string): string | null {
  return at === null || first === null ? null : `${formatTimeOfDay(at, timeZone)} · ${formatFromFirst(at, first)}`;
}
