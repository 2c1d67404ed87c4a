import { attemptOf, type EventState } from '../domain/events/state.ts';
import { undecided } from '../domain/results/ruling.ts';
import type { Command } from './commands.ts';
import { SCHEMA_VERSION } from './schema-version.ts';

/**
 * Steps from each version to the next. A command that waits on a device may have been sent before, and its answer lost:
 * a step that alters a body makes the server take it for another one (`command-conflict`) unless `hashCommand` learns
 * the older form.
 */
const steps: Readonly<Record<number, (command: Command) => Command>> = {
  1: (command) => command,
};

export function upcastCommand(command: Command, from: number): Command {
  let upcast = command;
  for (let version = from; version < SCHEMA_VERSION; version += 1) upcast = steps[version]!(upcast);
  return upcast;
}

/** The state of an event as a node of Beta 0.23 sends it, which happens during a rolling upgrade. */
export function upcastEvent(event: EventState): EventState {
  if ((event as Partial<EventState>).needs !== undefined) return event;
  const taps = Object.values(event.taps).map((tap) => [tap.id, { ...tap, ...attemptOf(tap) }] as const);
  return { ...event, ...undecided, needs: 1, taps: Object.fromEntries(taps) };
}
