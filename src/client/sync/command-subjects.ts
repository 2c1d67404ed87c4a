import type { EventCommandBody } from '../../domain/events/commands.ts';
import type { EventCommand } from '../../domain/events/commands.ts';
import { isEventCommand } from '../../protocol/command-kinds.ts';
import type { Command } from '../../protocol/commands.ts';
import { SCHEMA_VERSION } from '../../protocol/schema-version.ts';
import type { OutboxRow } from './ports.ts';

/** With an id where another command of the same write speaks of it. */
export type NewCommand = EventCommandBody & { readonly id?: string };

type Creation = EventCommand & { readonly type: 'event.create' | 'event.duplicate' };

export function isCreation(command: Command): command is Creation {
  return command.type === 'event.create' || command.type === 'event.duplicate';
}

/** The events that commands are about, and those that they copy. */
export function eventIdsOf(commands: readonly Command[]): string[] {
  const ids = commands.flatMap((command) => {
    if (!isEventCommand(command)) return [];
    return command.type === 'event.duplicate' ? [command.eventId, command.sourceId] : [command.eventId];
  });
  return [...new Set(ids)];
}

/** Waiting commands that can be shown. A row of a later release, left by a newer page, is not shown but still sent. */
export function shownCommands(rows: readonly OutboxRow[]): Command[] {
  const shown = rows.filter(({ state, schema }) => state === 'pending' && schema <= SCHEMA_VERSION);
  return shown.map(({ command }) => command);
}
