import { ZERO_LINE } from '../model/lines.ts';
import { type EventState, slotOf, type Tap } from '../model/state.ts';

/** Taps of a racer that are kept and do not count: readings beside the one that does. */
export function listSecondReadings(event: EventState, racerId: string): Tap[] {
  const entry = event.entries[racerId];
  return Object.values(event.taps)
    .filter((tap) => tap.racerId === racerId && !tap.undone && tap.assignedSeq > (entry?.addedSeq ?? 0))
    .filter((tap) => event.counting[slotOf(racerId, tap.line, tap.attempt)] !== tap.id)
    .toSorted((one, other) => one.seq - other.seq);
}

/** Taps that nobody has been named for yet. Those of a zero test are for nobody. */
export function listUnassigned(event: EventState): Tap[] {
  return Object.values(event.taps)
    .filter((tap) => tap.racerId === null && !tap.undone && tap.line !== ZERO_LINE)
    .toSorted((one, other) => one.seq - other.seq);
}
