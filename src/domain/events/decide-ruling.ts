import type { Precision } from '../model/precision.ts';
import { adjustmentsOf, noRuling, rulingKey } from '../model/ruling.ts';
import { ok } from '../result.ts';
import type { ChangeBody } from '../model/changes.ts';
import { type CommandOf, type Decision, inParts } from './decision.ts';
import { refuseStranger } from './race-values.ts';
import type { EventState } from '../model/state.ts';

/** A ruling about a racer who was removed meanwhile is kept, like a tap: it counts when the racer is restored. */
export function setStatus(event: EventState, command: CommandOf<'status.set'>): Decision {
  const { racerId, attempt, status } = command;
  const reason = command.reason.trim();
  const stranger = refuseStranger(event, [command]);
  if (stranger !== null) return stranger;
  const ruling = event.rulings[rulingKey(racerId, attempt)] ?? noRuling;
  if (ruling.status === status && ruling.reason === reason) return ok([]);
  return ok([{ type: 'status-set', racerId, attempt, status, reason }]);
}

export function addAdjustment(event: EventState, command: CommandOf<'adjustment.add'>): Decision {
  const { id: adjustmentId, racerId, attempt, ms } = command;
  const stranger = refuseStranger(event, [command]);
  if (stranger !== null) return stranger;
  if (adjustmentsOf(event, command).some(({ id }) => id === adjustmentId)) return ok([]);
  return ok([{ type: 'adjustment-added', adjustmentId, racerId, attempt, ms, reason: command.reason.trim() }]);
}

export function removeAdjustment(event: EventState, command: CommandOf<'adjustment.remove'>): Decision {
  const { adjustmentId, racerId, attempt } = command;
  const stranger = refuseStranger(event, [command]);
  if (stranger !== null) return stranger;
  // Another device has removed the adjustment already: nothing is left to do.
  if (!adjustmentsOf(event, command).some(({ id }) => id === adjustmentId)) return ok([]);
  return ok([{ type: 'adjustment-removed', adjustmentId, racerId, attempt }]);
}

/** What the device saw is kept, whatever the time is by now: a word about another time settles nothing. */
export function checkTimes(event: EventState, { times }: CommandOf<'times.check'>): Decision {
  const stranger = refuseStranger(event, times);
  if (stranger !== null) return stranger;
  const changed = times.filter(({ racerId, attempt, ms }) => {
    return (event.rulings[rulingKey(racerId, attempt)]?.checked ?? null) !== ms;
  });
  return ok(inParts(changed, (part) => ({ type: 'times-checked', times: part })));
}

/** No changes where the precision is already the wanted one. */
export function changePrecision(now: Precision, { unit, direction }: Precision): readonly ChangeBody[] {
  if (now.unit === unit && now.direction === direction) return [];
  return [{ type: 'precision-set', precision: { unit, direction } }];
}
