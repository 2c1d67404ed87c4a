import type { Change } from '../model/changes.ts';
import { attemptNow, type EventState, slotOf, type Stop, type WaitingShift } from '../model/state.ts';
import { epochMs } from '../units.ts';

type Draft = Pick<EventState, 'format' | 'counting'> & {
  entries: Record<string, EventState['entries'][string]>;
  stops?: readonly Stop[];
};

export function applyStop(event: Draft, change: Change & { readonly type: 'race-stopped' | 'race-resumed' }): void {
  const { stopId: id, shift } = change;
  const stops = event.stops ?? [];
  if (change.type === 'race-stopped') {
    event.stops = [...stops.filter((stop) => stop.id !== id), { id, from: change.from, to: null }];
  } else {
    const resumed = { by: change.commandId, ...(shift && { shift }) };
    event.stops = stops.map((stop) => (stop.id === id ? { ...stop, to: change.to, resumed } : stop));
  }
  if (shift !== undefined) shiftWaiting(event, shift);
}

/** A racer who has started keeps the planned start: by some rules it is the one that counts. */
function shiftWaiting(event: Draft, { from, ms }: WaitingShift): void {
  const attempt = attemptNow(event);
  const isGone = (racerId: string, line: string) => event.counting[slotOf(racerId, line, attempt)] !== undefined;
  for (const entry of Object.values(event.entries)) {
    const { racerId, slot } = entry;
    if (slot?.at == null || slot.at < from || isGone(racerId, 'start') || isGone(racerId, 'finish')) continue;
    event.entries[racerId] = { ...entry, slot: { ...slot, at: epochMs(slot.at + ms) } };
  }
}
