import type { EventCommand } from '../domain/events/commands.ts';

/** Kinds of commands stand apart from their schemas, which only the server needs. */

/** Raised when a message changes its meaning. Commands of the version before are still understood. */
export const PROTOCOL_VERSION = 1;

export function isEventCommand(value: object): value is EventCommand {
  return 'eventId' in value;
}
