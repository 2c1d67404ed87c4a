import { createContext } from 'react';
import type { Capability } from '../../domain/access/can.ts';
import type { EventState } from '../../domain/model/state.ts';
import type { ShownEvent } from '../sync/event-store.ts';
import type { SyncClient } from '../sync/sync-client.ts';

/** The event on the screen, as viewers see it. */
export interface SeenEvent {
  readonly eventId: string;
  readonly event: EventState;
  readonly shown: ShownEvent;
}

/** The event with what this viewer may do with it: everything a dialog of the timer needs. */
export interface OpenEvent extends SeenEvent {
  readonly sync: SyncClient;
  /** The server's own `can`, for this viewer. */
  readonly may: (capability: Capability) => boolean;
}

/** Whether the user came by a link and has no account. */
export function isGuest({ shown: { actor } }: OpenEvent): boolean {
  return actor.isAnonymous || actor.userId === null;
}

/** Null until the event is live. A context: what only passes it on is not drawn for it. */
export const OpenContext = createContext<OpenEvent | null>(null);

/** The page of the event, without the key of any link. */
export const addressOf = ({ eventId }: Pick<SeenEvent, 'eventId'>): string =>
  `/timer?eventId=${encodeURIComponent(eventId)}`;

/** Fragment of an event's address with which its racer picker is open. */
export const ADD_RACERS = '#add-racers';
/** Fragment of the start list's address with which the import of a list is open. */
export const IMPORT_LIST = '#import';
