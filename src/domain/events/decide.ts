import type { Actor } from '../access/actor.ts';
import { can, type Guarded, roleOf } from '../access/can.ts';
import { ok, refuse } from '../result.ts';
import { kindOfCommand, type OnEventType } from './command-kinds.ts';
import type { EventCommand } from './commands.ts';
import { decideNew, type NewEvent } from './decide-new.ts';
import type { Decision, DecisionContext } from './decision.ts';
import type { EventState } from '../model/state.ts';

type Inside = Exclude<EventCommand, NewEvent>;

/** Total and pure: every event, command and context has an answer, and always the same one. */
export function decide(event: EventState | null, command: EventCommand, context: DecisionContext): Decision {
  if (command.type === 'event.create' || command.type === 'event.duplicate') {
    return decideNew(event, command, context);
  }
  const refusal = accessRefusal(event, command, context.actor);
  if (refusal !== null || event === null) return refuse(refusal ?? 'event-not-found');
  const decision = decideInside(event, command, context);
  // Commands that change nothing need no room: one that was sent before is answered as it was.
  const isFull = decision.ok && decision.value.length > 0 && !hasRoom(event, command);
  return isFull ? refuse('event-full') : decision;
}

/** Why an actor may not send this command at all; null: the actor may. */
export function accessRefusal(
  event: Guarded | null,
  { type }: { readonly type: OnEventType },
  actor: Actor,
): 'event-not-found' | 'permission-denied' | null {
  if (event === null) return 'event-not-found';
  if (can(actor, kindOfCommand(type).needs, event)) return null;
  // An actor who may not see the event does not learn whether it exists.
  return roleOf(actor, event) === 'none' ? 'event-not-found' : 'permission-denied';
}

function decideInside(event: EventState, command: Inside, context: DecisionContext): Decision {
  if (event.deletedAt !== null && command.type !== 'event.restore') {
    return command.type === 'event.delete' ? ok([]) : refuse('event-deleted');
  }
  return kindOfCommand(command.type).decide(event, command, context);
}

function hasRoom(event: EventState, command: Inside): boolean {
  const kind = kindOfCommand(command.type);
  return event.seq < kind.room && (kind.fits?.(event, command) ?? true);
}
