import { type EpochMs, epochMs } from '../units.ts';
import { noRuling, rulingKey } from './ruling.ts';
import { attemptNow, type EventState, slotOf, type Stop, timeOf } from './state.ts';

type Stopped = Pick<EventState, 'stops'>;

/** The stop that holds the race up now. */
export const stopNow = ({ stops = [] }: Stopped): Stop | null => stops.find(({ to }) => to === null) ?? null;

/** A racer who should have left this long before the stop was not held up by it. */
const MISSED_MS = 60_000;

export const heldUpFrom = ({ from }: Stop): EpochMs => epochMs(from - MISSED_MS);

/** Whether the race was stopped at a moment, as it is known now: a stop may arrive after the starts that it forbids. */
export const isStoppedAt = ({ stops = [] }: Stopped, at: EpochMs): boolean =>
  stops.some(({ from, to }) => at >= from && at < (to ?? Infinity));

/** Starts during the last stop that nobody has ruled on. */
export function countLateStarts(event: EventState): number {
  const { stops = [], entries, counting, taps, rulings } = event;
  const stop = stops.at(-1);
  if (stop === undefined) return 0;
  const attempt = attemptNow(event);
  return Object.keys(entries).filter((racerId) => {
    const tap = taps[counting[slotOf(racerId, 'start', attempt)] ?? ''];
    if (tap === undefined || !isStoppedAt({ stops: [stop] }, timeOf(tap))) return false;
    const { status, reason } = rulings[rulingKey(racerId, attempt)] ?? noRuling;
    return status === 'OK' && reason === '' && !entries[racerId]!.removed;
  }).length;
}
