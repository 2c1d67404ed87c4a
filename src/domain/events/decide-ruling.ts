import type { Precision } from '../results/precision.ts';
import { noRuling, rulingKey } from '../results/ruling.ts';
import { ok, refuse } from '../result.ts';
import type { ChangeBody } from './changes.ts';
import type { EventCommand } from './commands.ts';
import type { Decision } from './decision.ts';
import type { EventState } from './state.ts';

export type RulingCommand = Extract<EventCommand, { readonly type: 'status.set' | `adjustment.${string}` }>;

/** A ruling about a racer who was removed meanwhile is kept, like a tap: it counts when the racer is restored. */
export function decideRuling(event: EventState, command: RulingCommand): Decision {
  const { racerId, attempt } = command;
  if (event.entries[racerId] === undefined) return refuse('racer-not-in-event');
  const ruling = event.rulings[rulingKey(racerId, attempt)] ?? noRuling;
  switch (command.type) {
    case 'status.set': {
      const { status } = command;
      const reason = command.reason.trim();
      if (ruling.status === status && ruling.reason === reason) return ok([]);
      return ok([{ type: 'status-set', racerId, attempt, status, reason }]);
    }
    case 'adjustment.add': {
      const { id: adjustmentId, ms } = command;
      if (ruling.adjustments.some(({ id }) => id === adjustmentId)) return ok([]);
      return ok([{ type: 'adjustment-added', adjustmentId, racerId, attempt, ms, reason: command.reason.trim() }]);
    }
    case 'adjustment.remove': {
      const { adjustmentId } = command;
      // Another device has removed the adjustment already: nothing is left to do.
      if (!ruling.adjustments.some(({ id }) => id === adjustmentId)) return ok([]);
      return ok([{ type: 'adjustment-removed', adjustmentId, racerId, attempt }]);
    }
  }
}

/** No changes where the precision is already the wanted one. */
export function changePrecision(now: Precision, { unit, direction }: Precision): readonly ChangeBody[] {
  if (now.unit === unit && now.direction === direction) return [];
  return [{ type: 'precision-set', precision: { unit, direction } }];
}
