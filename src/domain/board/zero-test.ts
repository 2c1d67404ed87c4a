import { ZERO_LINE } from '../model/lines.ts';
import { type EventState, type Tap, timeOf } from '../model/state.ts';
import type { EpochMs } from '../units.ts';

/** Phones that were tapped together, and how far each is from the middle of them. */
export interface ZeroTest {
  readonly at: EpochMs;
  readonly readings: readonly { readonly tap: Tap; readonly off: number }[];
}

/** Two thumbs that mean to tap together are this close. */
const TOGETHER_MS = 2_000;

/** Newest first. A tap of one phone alone says nothing yet and is listed, so that its owner sees that it arrived. */
export function listZeroTests(event: EventState): ZeroTest[] {
  const taps = Object.values(event.taps)
    .filter(({ line, undone }) => line === ZERO_LINE && !undone)
    .toSorted((one, other) => timeOf(one) - timeOf(other));
  const groups: Tap[][] = [];
  for (const tap of taps) {
    const group = groups.at(-1);
    const isTogether = group !== undefined && timeOf(tap) - timeOf(group[0]!) <= TOGETHER_MS;
    const isOfAnother = group?.every(({ by }) => by.deviceId !== tap.by.deviceId);
    if (isTogether && isOfAnother) group.push(tap);
    else groups.push([tap]);
  }
  return groups.reverse().map((group) => {
    const middle = group.reduce((sum, tap) => sum + timeOf(tap), 0) / group.length;
    return { at: timeOf(group[0]!), readings: group.map((tap) => ({ tap, off: Math.round(timeOf(tap) - middle) })) };
  });
}
