import type { EventCommandBody } from './commands.ts';
import type { Line } from '../model/lines.ts';
import { type EventState, type Tap, timeOf } from '../model/state.ts';
import { byTime } from '../results/likely.ts';

/** Taps that follow each other this closely are easily given to the wrong racers. */
const CLOSE_MS = 3_000;

/** Taps of one device and one line that followed each other closely, in the order of their times. */
export type Bunch = readonly Tap[];

/** The latest bunch first. Several phones at a line make several readings of a bunch, and each is sorted on its own. */
export function listBunches(event: EventState, line: Line, deviceId: string): Bunch[] {
  const taps = Object.values(event.taps)
    .filter((tap) => tap.line === line && !tap.undone && tap.by.deviceId === deviceId)
    .toSorted(byTime);
  const bunches: Tap[][] = [];
  for (const tap of taps) {
    const last = bunches.at(-1)?.at(-1);
    if (last !== undefined && timeOf(tap) - timeOf(last) <= CLOSE_MS) bunches.at(-1)!.push(tap);
    else bunches.push([tap]);
  }
  return bunches.filter((bunch) => bunch.length > 1).toReversed();
}

type Step = Extract<EventCommandBody, { readonly type: 'tap.assign' }>;

/**
 * Two taps of a bunch get each other's racer. The first is taken off its racer before: a tap that is given to a racer
 * who still has another counts only as a second reading.
 */
export function swapRacers(one: Tap, other: Tap): Step[] {
  const assign = (tap: Tap, racerId: string | null): Step => ({ type: 'tap.assign', tapId: tap.id, racerId });
  if (one.racerId === other.racerId) return [];
  const first = one.racerId === null ? [] : [assign(one, null)];
  const last = other.racerId === null ? [] : [assign(one, other.racerId)];
  return [...first, assign(other, one.racerId), ...last];
}
