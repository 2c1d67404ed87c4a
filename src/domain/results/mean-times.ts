import { type EventState, slotOf, timeOf } from '../model/state.ts';
import { type EpochMs, epochMs } from '../units.ts';

interface Known {
  /** `seq` is compared as well: the server extends the same state object in place. */
  readonly seq: number;
  readonly means: ReadonlyMap<string, EpochMs>;
}
const lastMeans = new WeakMap<EventState, Known>();

/**
 * The average of all readings of each slot; null in events where one reading counts. A time that a person has set is not
 * averaged away.
 */
export function meanTimes(event: EventState): ReadonlyMap<string, EpochMs> | null {
  if (event.race.readings !== 'mean') return null;
  const known = lastMeans.get(event);
  if (known?.seq === event.seq) return known.means;
  const sums = new Map<string, { sum: number; count: number }>();
  for (const tap of Object.values(event.taps)) {
    if (tap.racerId === null || tap.undone || tap.corrected !== null) continue;
    if (tap.assignedSeq <= (event.entries[tap.racerId]?.addedSeq ?? 0)) continue;
    const slot = slotOf(tap.racerId, tap.line, tap.attempt);
    if (event.taps[event.counting[slot] ?? '']?.corrected !== null) continue;
    const { sum, count } = sums.get(slot) ?? { sum: 0, count: 0 };
    sums.set(slot, { sum: sum + timeOf(tap), count: count + 1 });
  }
  const means = new Map([...sums].map(([slot, { sum, count }]) => [slot, epochMs(Math.round(sum / count))]));
  lastMeans.set(event, { seq: event.seq, means });
  return means;
}
