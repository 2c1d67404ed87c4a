import { attemptNow, type EventState, slotOf, type Tap } from '../model/state.ts';
import { countingTap } from './read-results.ts';

/** The taps of an attempt that count on the lines between start and finish, in the order of the course. */
export function splitsOf(event: EventState, racerId: string, attempt = attemptNow(event)): readonly Tap[] {
  return event.splits.flatMap((line) => countingTap(event, slotOf(racerId, line, attempt)) ?? []);
}

/** Racers up to which splits are looked up one by one; for more, one pass over all counting taps is shorter. */
const FEW = 20;

/** `splitsOf` for so many racers. */
export function createSplitReader(
  event: EventState,
  racers: number,
): (racerId: string, attempt: number) => readonly Tap[] {
  if (racers <= FEW || event.splits.length === 0) return (racerId, attempt) => splitsOf(event, racerId, attempt);
  const places = new Map(event.splits.map((line, index) => [line, index]));
  const bySlot = new Map<string, Tap[]>();
  for (const tapId of Object.values(event.counting)) {
    const tap = event.taps[tapId];
    if (tap === undefined || tap.racerId === null || !places.has(tap.line)) continue;
    const slot = slotOf(tap.racerId, '', tap.attempt);
    const known = bySlot.get(slot);
    if (known === undefined) bySlot.set(slot, [tap]);
    else known.push(tap);
  }
  for (const taps of bySlot.values()) taps.sort((one, other) => places.get(one.line)! - places.get(other.line)!);
  return (racerId, attempt) => bySlot.get(slotOf(racerId, '', attempt)) ?? [];
}
