import type { EventCommandBody } from './commands.ts';
import { attemptNow, type EventState } from '../model/state.ts';
import { noRuling, rulingKey } from '../model/ruling.ts';

/** The commands that give racers back the statuses that they have in this state and attempt: one for each status and reason. */
export function statusesAsTheyAre(event: EventState, racerIds: readonly string[]): EventCommandBody[] {
  const attempt = attemptNow(event);
  const groups = new Map<string, { readonly type: 'statuses.set' } & EventCommandBody>();
  for (const racerId of racerIds) {
    const { status, reason } = event.rulings[rulingKey(racerId, attempt)] ?? noRuling;
    const key = `${status} ${reason}`;
    const known = groups.get(key);
    groups.set(key, {
      type: 'statuses.set',
      status,
      reason,
      ...(attempt > 1 && { attempt }),
      racerIds: [...(known?.racerIds ?? []), racerId],
    });
  }
  return [...groups.values()];
}
