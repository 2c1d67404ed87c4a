import type { EventState, Stop } from '../model/state.ts';
import { heldUpFrom } from '../model/stops.ts';
import { readResults } from '../results/read-results.ts';
import { type EpochMs, epochMs } from '../units.ts';

/** The first planned start that a stop has held up; null where nobody with a time waits. */
export function firstHeldUp(event: EventState, stop: Stop): EpochMs | null {
  const from = heldUpFrom(stop);
  const times = readResults(event).flatMap(({ state, entry: { slot } }) =>
    state === 'inactive' && slot?.at != null && slot.at >= from ? [slot.at] : [],
  );
  return times.length === 0 ? null : epochMs(Math.min(...times));
}
