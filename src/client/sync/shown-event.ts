import type { Actor } from '../../domain/access/actor.ts';
import { applyAll } from '../../domain/events/apply.ts';
import type { Change } from '../../domain/model/changes.ts';
import type { EventCommand } from '../../domain/events/commands.ts';
import { decide } from '../../domain/events/decide.ts';
import type { EventState } from '../../domain/model/state.ts';
import type { Placed, Reading } from '../../domain/timing/clock.ts';

interface ShownContext {
  readonly actor: Actor;
  sourceOf(eventId: string): EventState | null;
}

export type WithPending = (
  confirmed: EventState | null,
  pending: readonly EventCommand[],
  context: ShownContext,
) => EventState | null;

/**
 * The event as a screen shows it: the confirmed state with the changes of the waiting commands. A command that would be
 * refused shows nothing here; it is sent all the same, because only the server knows.
 */
export const withPending =
  (place: (reading: Reading) => Placed): WithPending =>
  (confirmed, pending, { actor, sourceOf }) => {
    let event = confirmed;
    for (const command of pending) {
      const placed = place(command.captured);
      const source = command.type === 'event.duplicate' ? sourceOf(command.sourceId) : null;
      // Commands are decided as if they had arrived at once: only the server can say whether one comes late.
      const decision = decide(event, command, { actor, now: placed.at, placed, source });
      if (!decision.ok || decision.value.length === 0) continue;
      const first = (event?.seq ?? 0) + 1;
      const { id: commandId, eventId, deviceId } = command;
      const by = { userId: actor.userId ?? '', name: '', deviceId };
      const changes = decision.value.map((body, index): Change => ({
        ...body,
        eventId,
        seq: first + index,
        commandId,
        at: placed.at,
        by,
      }));
      event = applyAll(event, changes);
    }
    return event;
  };
