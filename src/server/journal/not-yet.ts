import { type ChangeBody, sinceOf } from '../../domain/events/changes.ts';
import type { EventCommand } from '../../domain/events/commands.ts';
import type { EventState } from '../../domain/events/state.ts';
import type { UnknownChange } from '../../domain/events/unknown-change.ts';

/** What keeps commands waiting in a transaction: they are answered `later`, and nothing is stored for them. */
export interface NotYet {
  /** The newest schema version that may be written. */
  readonly openSchema: number;
  /** Events that have a change of a kind that this release does not know. */
  readonly unreadable: ReadonlyMap<string, UnknownChange>;
  noteUnreadable(error: UnknownChange): void;
  /** Devices and events of which a command waits for the gate. */
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

/** A node of an older release that is still up would skip it. */
export function isAhead(bodies: readonly ChangeBody[], { openSchema }: NotYet): boolean {
  return bodies.some(({ type }) => sinceOf(type) > openSchema);
}

export const hold = ({ held }: NotYet, command: EventCommand): void => void held.add(waitingKey(command));

/**
 * Whether it waits behind another one of its device: a status that is taken back must not overtake the one that was set.
 * A tap stands on nothing but its racer's entry, and goes on.
 */
export function isBehind({ held }: NotYet, command: EventCommand, event: EventState | null): boolean {
  if (!held.has(waitingKey(command))) return false;
  const { type } = command;
  return type !== 'tap.record' || (command.racerId !== null && event?.entries[command.racerId] === undefined);
}

const waitingKey = ({ deviceId, eventId }: EventCommand): string => `${deviceId} ${eventId}`;
