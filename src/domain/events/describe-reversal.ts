import type { Capability } from '../access/can.ts';
import { adjustmentsOf, rulingKey } from '../model/ruling.ts';
import type { Change, MovedTap } from '../model/changes.ts';
import type { EventCommandBody, TapMove } from './commands.ts';
import { leadOf, type Step } from './describe-change.ts';
import type { EventState } from '../model/state.ts';
import { stopNow } from '../model/stops.ts';
import { durationMs } from '../units.ts';

/** The command that takes a step back now. */
export interface Reversal {
  readonly label: 'Undo' | 'Bring back' | 'Take back';
  readonly body: EventCommandBody;
  readonly needs: Capability;
}

/** Null where nothing is left to take back: the step was taken back already, or another change has come since. */
export function reversalOf(step: Step, event: EventState): Reversal | null {
  const change = leadOf(step);
  switch (change.type) {
    case 'tap-recorded':
    case 'tap-undone':
    case 'tap-restored': {
      const tap = event.taps[change.tapId];
      if (tap === undefined) return null;
      // Only one of the rows about a tap offers what can be done with the tap now.
      if (change.type === 'tap-restored') return null;
      if (tap.undone) return { label: 'Bring back', body: { type: 'tap.redo', tapId: tap.id }, needs: 'time' };
      return change.type === 'tap-undone'
        ? null
        : { label: 'Undo', body: { type: 'tap.undo', tapId: tap.id }, needs: 'time' };
    }
    case 'tap-corrected':
      if (change.to === null || event.taps[change.tapId]?.corrected !== change.to) return null;
      return { label: 'Take back', body: { type: 'tap.correct', tapId: change.tapId, to: null }, needs: 'time' };
    case 'status-set': {
      const { racerId, attempt, status } = change;
      if (status === 'OK' || event.rulings[rulingKey(racerId, attempt)]?.status !== status) return null;
      const body = { type: 'status.set', racerId, attempt, status: 'OK', reason: '' } as const;
      return { label: 'Take back', body, needs: 'time' };
    }
    case 'statuses-set':
      return reversalOfMany(change, event);
    case 'taps-shifted':
      if (event.shifts[change.shiftId] === undefined) return null;
      return { label: 'Take back', body: { type: 'shift.undo', shiftId: change.shiftId }, needs: 'time' };
    case 'taps-moved': {
      const taps = moveBack(change.taps.filter(({ tapId, line }) => event.taps[tapId]?.line === line));
      return taps.length === 0 ? null : { label: 'Take back', body: { type: 'taps.move', taps }, needs: 'time' };
    }
    case 'adjustment-added': {
      const { racerId, attempt, adjustmentId } = change;
      if (!adjustmentsOf(event, change).some(({ id }) => id === adjustmentId)) return null;
      return { label: 'Take back', body: { type: 'adjustment.remove', racerId, attempt, adjustmentId }, needs: 'time' };
    }
    case 'times-checked': {
      const times = change.times.flatMap(({ ms, ...of }) => {
        const isSo = ms !== null && event.rulings[rulingKey(of.racerId, of.attempt)]?.checked === ms;
        return isSo ? [{ ...of, ms: null }] : [];
      });
      return times.length === 0 ? null : { label: 'Take back', body: { type: 'times.check', times }, needs: 'time' };
    }
    case 'entry-renamed': {
      const { racerId, name, was } = change;
      if (event.entries[racerId]?.name !== name) return null;
      return { label: 'Take back', body: { type: 'entry.rename', racerId, name: was }, needs: 'addRacers' };
    }
    case 'entry-removed':
      if (event.entries[change.racerId]?.removed !== true) return null;
      return { label: 'Bring back', body: { type: 'entry.restore', racerId: change.racerId }, needs: 'removeRacers' };
    case 'race-stopped': {
      const { stopId } = change;
      if (stopNow(event)?.id !== stopId) return null;
      return { label: 'Take back', body: { type: 'race.resume', stopId, ms: durationMs(0) }, needs: 'time' };
    }
    case 'race-resumed': {
      const { commandId: undoes } = change;
      if (stopNow(event) !== null || event.stops?.at(-1)?.resumed?.by !== undoes) return null;
      return { label: 'Take back', body: { type: 'race.stop', undoes }, needs: 'time' };
    }
    case 'event-deleted':
      return event.deletedAt === null
        ? null
        : { label: 'Bring back', body: { type: 'event.restore' }, needs: 'delete' };
    default:
      return null;
  }
}

/** Commands that move each tap back to its former line, where it counts if it counted before. */
export function moveBack(taps: readonly Pick<MovedTap, 'tapId' | 'from' | 'counted'>[]): TapMove[] {
  return taps.map(({ tapId, from, counted }) => ({ tapId, line: from, ...(!counted && { beside: true }) }));
}

/** Statuses that were set together are taken back together: only those that nobody has changed since. */
function reversalOfMany(change: Change & { readonly type: 'statuses-set' }, event: EventState): Reversal | null {
  const { status, attempt } = change;
  if (status === 'OK') return null;
  const racerIds = change.racerIds.filter((racerId) => event.rulings[rulingKey(racerId, attempt)]?.status === status);
  if (racerIds.length === 0) return null;
  const of = { racerIds, ...(attempt > 1 && { attempt }) };
  return { label: 'Take back', body: { type: 'statuses.set', ...of, status: 'OK', reason: '' }, needs: 'time' };
}
