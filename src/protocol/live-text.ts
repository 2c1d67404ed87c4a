import { unnamed, unread } from '../domain/privacy/unseen.ts';
import type { Change } from '../domain/model/changes.ts';
import { type Attempt, attemptOf } from '../domain/model/state.ts';
import type { ServerMessage } from './live.ts';

/**
 * A message as it travels. A change for viewers goes to thousands of sockets at once, so fields that a viewer's page
 * can fill in by itself are left out: the event, which the message names; lists that are empty for every viewer; a
 * command that is named by its tap.
 */
export function toText(message: ServerMessage): string {
  if (message.type !== 'changes') return JSON.stringify(message);
  return JSON.stringify({ ...message, changes: message.changes.map(shorten) });
}

/** Null for a text that is no server message. */
export function fromText(text: string): ServerMessage | null {
  try {
    const message = JSON.parse(text) as ServerMessage | null;
    if (typeof message !== 'object' || message === null || !('type' in message)) return null;
    if (message.type !== 'changes') return message;
    return { ...message, changes: message.changes.map((change) => complete(change, message.eventId)) };
  } catch {
    return null;
  }
}

function shorten(change: Change): object {
  if (change.by !== unnamed) return change;
  const { eventId: _eventId, by: _by, ...rest } = change;
  if (rest.type !== 'tap-recorded') return rest;
  const { captured: _captured, attempt: _attempt, commandId, ...tap } = rest;
  return commandId === tap.tapId ? tap : { ...tap, commandId };
}

function complete(sent: object, eventId: string): Change {
  if ('by' in sent) return sent as Change;
  const ofTap = 'type' in sent && sent.type === 'tap-recorded' && 'tapId' in sent;
  const left = ofTap ? { commandId: sent.tapId, captured: unread, ...attemptOf(sent as Attempt) } : {};
  return { ...left, ...sent, eventId, by: unnamed } as Change;
}
