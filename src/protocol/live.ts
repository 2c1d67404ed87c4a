import type { View } from '../domain/access/views.ts';
import type { Change } from '../domain/events/changes.ts';
import type { EventState } from '../domain/events/state.ts';
import type { Racer } from '../domain/racers/library.ts';
import type { ErrorCode } from './errors.ts';

export type { ClientMessage } from './client-message.ts';

/**
 * One socket for each tab, many subscriptions. A subscription is an event (with a guest key where one is needed), the
 * account, or a share group. The same words travel over polling where sockets are blocked.
 */

export const LIVE_PATH = '/live';
/** In the address of the socket, by whoever can read it: what is long comes deflated, as a binary message. */
export const PACKED = 'packed';
/** The server says something at least this often; a client that hears nothing for twice as long opens a new socket. */
export const HEARTBEAT_MS = 20_000;

export type ServerMessage =
  /** The first, to a page that has said its own version. */
  | { readonly type: 'hello'; readonly schema: number }
  /** The whole, at `event.seq`. */
  | { readonly type: 'event'; readonly view: View; readonly event: EventState; readonly keys?: GuestKeys }
  /** What came after what the client has; without gaps, in order. */
  | { readonly type: 'changes'; readonly eventId: string; readonly changes: readonly Change[] }
  | { readonly type: 'watching'; readonly eventId: string; readonly count: number }
  | { readonly type: 'account'; readonly account: AccountSnapshot }
  | { readonly type: 'credits'; readonly credits: number }
  | { readonly type: 'listed-event'; readonly event: ListedEvent }
  | { readonly type: 'unlisted-event'; readonly eventId: string }
  | { readonly type: 'racer'; readonly racer: Racer }
  | { readonly type: 'racer-gone'; readonly racerId: string }
  | { readonly type: 'group'; readonly group: SharedGroup }
  /**
   * The subscription has ended: not allowed, not allowed any more, or nothing there. Only `event-deleted` ends nothing:
   * the whole comes again when the event is brought back.
   */
  | { readonly type: 'gone'; readonly topic: string; readonly code: ErrorCode }
  | { readonly type: 'clock'; readonly exchange: number; readonly received: number; readonly sent: number }
  | { readonly type: 'alive' };

export interface GuestKeys {
  readonly admin: string;
  readonly viewer: string;
}

/** An event in a list: what 'Your Events' shows. */
export interface ListedEvent {
  readonly id: string;
  readonly name: string;
  readonly createdAt: number;
  readonly deletedAt: number | null;
  readonly isOwner: boolean;
  readonly awaitingCredits: boolean;
  readonly total: number;
  readonly finished: number;
  readonly onCourse: number;
}

export interface AccountSnapshot {
  readonly credits: number;
  readonly events: readonly ListedEvent[];
  readonly racers: readonly Racer[];
}

/** A share group as the public sees it. `name` is null when there is no such group. */
export interface SharedGroup {
  readonly id: string;
  readonly name: string | null;
  readonly events: readonly SharedEvent[];
}

export interface SharedEvent {
  readonly id: string;
  readonly name: string;
  readonly createdAt: number;
  readonly timeZone: string;
  readonly viewerKey: string;
}

export const eventTopic = (eventId: string): string => `event:${eventId}`;
export const groupTopic = (groupId: string): string => `group:${groupId}`;
export const ACCOUNT_TOPIC = 'account';
