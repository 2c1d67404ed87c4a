import type { EventCommandBody } from '../events/commands.ts';
import type { EventState } from '../events/state.ts';
import { noRuling, rulingKey } from './ruling.ts';

/** The commands that give racers back the statuses that they have in this state: one for each status and reason. */
export function statusesAsTheyAre(event: EventState, racerIds: readonly string[]): EventCommandBody[] {
  const groups = new Map<string, { readonly type: 'statuses.set' } & EventCommandBody>();
  for (const racerId of racerIds) {
    const { status, reason } = event.rulings[rulingKey(racerId, 1)] ?? noRuling;
    const key = `${status} ${reason}`;
    const known = groups.get(key);
    groups.set(key, {
      type: 'statuses.set',
      status,
      reason,
      racerIds: [...(known?.racerIds ?? []), racerId],
    });
  }
  return [...groups.values()];
}
