import type { EventCommand } from '../../domain/events/commands.ts';
import { isEventCommand } from '../../protocol/command-kinds.ts';
import type { Command } from '../../protocol/commands.ts';

type Creation = EventCommand & { readonly type: 'event.create' | 'event.duplicate' };

export function isCreation(command: Command): command is Creation {
  return command.type === 'event.create' || command.type === 'event.duplicate';
}

/** Those that commands are about, and those that they copy. */
export function eventIdsOf(commands: readonly Command[]): string[] {
  const ids = commands.flatMap((command) => {
    if (!isEventCommand(command)) return [];
    return command.type === 'event.duplicate' ? [command.eventId, command.sourceId] : [command.eventId];
  });
  return [...new Set(ids)];
}
