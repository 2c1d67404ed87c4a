import { attemptOf, type EventState, unarranged } from '../domain/model/state.ts';
import type { Command } from './commands.ts';
import { SCHEMA_VERSION } from './schema-version.ts';

/**
 * Steps from each version to the next. A command that waits on a device may have been sent before, and its answer lost:
 * a step that alters a body makes the server take it for another one (`command-conflict`) unless `hashCommand` learns
 * the older form.
 */
const steps: Readonly<Record<number, (command: Command) => Command>> = {
  1: (command) => command,
  2: (command) => command,
  3: (command) => command,
  4: (command) => command,
  5: (command) => command,
  6: (command) => command,
  7: (command) => command,
  8: (command) => command,
};

export function upcastCommand(command: Command, from: number): Command {
  let upcast = command;
  for (let version = from; version < SCHEMA_VERSION; version += 1) upcast = steps[version]!(upcast);
  return upcast;
}

/** The state of an event as a node of an earlier release sends it, which happens during a rolling upgrade. */
export function upcastEvent(event: EventState): EventState {
  const sent = event as Partial<EventState>;
  if (sent.needs !== undefined) return sent.format === undefined ? { ...unarranged, ...event } : event;
  const taps = Object.values(event.taps).map((tap) => [tap.id, { ...tap, ...attemptOf(tap) }] as const);
  return { ...event, ...unarranged, needs: 1, taps: Object.fromEntries(taps) };
}
