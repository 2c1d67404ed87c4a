import { type ChangeBody, sinceOf } from '../../domain/model/changes.ts';
import type { EventCommand } from '../../domain/events/commands.ts';
import type { EventState } from '../../domain/model/state.ts';
import type { UnknownChange } from '../../domain/events/unknown-change.ts';

/** Reasons why commands of a transaction wait: they are answered `later`, and nothing is stored for them. */
export interface NotYet {
  /** The newest schema version that may be written. */
  readonly openSchema: number;
  /** Events with a change of a kind that this release does not know. */
  readonly unreadable: ReadonlyMap<string, UnknownChange>;
  noteUnreadable(error: UnknownChange): void;
  /** Devices and events with a command that waits for the gate. */
  readonly held: Set<string>;
}

export function createNotYet(
  openSchema: number,
  onUnreadable: (error: UnknownChange) => void = () => undefined,
): NotYet {
  const unreadable = new Map<string, UnknownChange>();
  return {
    openSchema,
    unreadable,
    noteUnreadable(error) {
      unreadable.set(error.eventId, error);
      onUnreadable(error);
    },
    held: new Set(),
  };
}

/** Whether a node of an older release that is still up would skip one of these changes. */
export function isAhead(bodies: readonly ChangeBody[], { openSchema }: NotYet): boolean {
  return bodies.some(({ type }) => sinceOf(type) > openSchema);
}

export const hold = ({ held }: NotYet, command: EventCommand): void => void held.add(waitingKey(command));

/**
 * Whether a command waits behind another one of its device: a status that is taken back must not overtake the one that
 * was set. A tap depends on nothing but its racer's entry, and goes on.
 */
export function isBehind({ held }: NotYet, command: EventCommand, event: EventState | null): boolean {
  if (!held.has(waitingKey(command))) return false;
  const { type } = command;
  return type !== 'tap.record' || (command.racerId !== null && event?.entries[command.racerId] === undefined);
}

const waitingKey = ({ deviceId, eventId }: EventCommand): string => `${deviceId} ${eventId}`;
