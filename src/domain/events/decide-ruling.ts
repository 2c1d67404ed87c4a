import type { Precision } from '../model/precision.ts';
import { adjustmentsOf, noRuling, rulingKey } from '../model/ruling.ts';
import { ok } from '../result.ts';
import type { ChangeBody } from '../model/changes.ts';
import type { CommandOf, Decision } from './decision.ts';
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

/** No changes where the precision is already the wanted one. */
export function changePrecision(now: Precision, { unit, direction }: Precision): readonly ChangeBody[] {
  if (now.unit === unit && now.direction === direction) return [];
  return [{ type: 'precision-set', precision: { unit, direction } }];
}
