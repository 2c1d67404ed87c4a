import { ok } from '../result.ts';
import { durationMs, type EpochMs, epochMs } from '../units.ts';
import { type CommandOf, type Decision, type DecisionContext, isPlausible } from './decision.ts';
import type { EventState } from '../model/state.ts';
import { heldUpFrom, isStoppedAt, stopNow } from '../model/stops.ts';

/** A stop is never refused for a wrong clock: then it counts from the moment at which it is heard. */
function momentOf({ placed, now }: DecisionContext): EpochMs {
  return isPlausible(placed) && placed.at < now ? placed.at : now;
}

export function stopRace(event: EventState, command: CommandOf<'race.stop'>, context: DecisionContext): Decision {
  const open = stopNow(event);
  if (command.undoes !== undefined) {
    const last = event.stops?.find(({ resumed }) => resumed?.by === command.undoes);
    // Somebody has stopped the race anew, or this was taken back already.
    if (last === undefined || open !== null) return ok([]);
    const shift = last.resumed?.shift;
    const back = shift && { from: epochMs(shift.from + shift.ms), ms: durationMs(-shift.ms) };
    return ok([{ type: 'race-stopped', stopId: last.id, from: last.from, ...(back && { shift: back }) }]);
  }
  const from = momentOf(context);
  // Two phones stop at once: it is one stop, from the earlier of the two moments.
  if (open !== null) return ok(from < open.from ? [{ type: 'race-stopped', stopId: open.id, from }] : []);
  if (isStoppedAt(event, from)) return ok([]);
  return ok([{ type: 'race-stopped', stopId: command.id, from }]);
}

/** Names the stop: of two phones that let the race go on, one moves the starts. */
export function resumeRace(event: EventState, command: CommandOf<'race.resume'>, context: DecisionContext): Decision {
  const { stopId, ms } = command;
  const stop = stopNow(event);
  if (stop?.id !== stopId) return ok([]);
  const to = epochMs(Math.max(stop.from, momentOf(context)));
  const shift = { from: heldUpFrom(stop), ms };
  return ok([{ type: 'race-resumed', stopId, to, ...(ms !== 0 && { shift }) }]);
}
