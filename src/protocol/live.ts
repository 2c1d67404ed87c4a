import type { RowsFrame } from '../domain/sights/set-rows.ts';
import type { View } from '../domain/sights/views.ts';
import type { Change } from '../domain/model/changes.ts';
import type { EventState } from '../domain/model/state.ts';
import type { Racer } from '../domain/racers/library.ts';
import type { ErrorCode } from './errors.ts';

export type { ClientMessage } from './client-message.ts';

/**
 * Live updates use one socket for each tab, with many subscriptions. A subscription is an event (with a guest key where
 * one is needed), the account, or a share group. The same messages travel over polling where sockets are blocked.
 */

export const LIVE_PATH = '/live';
/** Query word in the socket's address of a client that can inflate: long messages come deflated, as binary. */
export const PACKED = 'packed';
/** Query word of a screen: it is shown what its key shows, whoever is signed in on that computer. */
export const AS_NOBODY = 'nobody';
/** The server sends something at least this often; a client that hears nothing for twice as long opens a new socket. */
export const HEARTBEAT_MS = 20_000;

export type ServerMessage =
  /** The first message, to a page that has said its own version. */
  | { readonly type: 'hello'; readonly schema: number }
  /** The whole event, at `event.seq`. */
  | { readonly type: 'event'; readonly view: View; readonly event: EventState; readonly keys?: GuestKeys }
  /** For viewers: the rows that changed after the whole event, or after earlier rows. */
  | RowsFrame
  /** Changes after the client's last one; without gaps, in order. */
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
   * the whole event is sent again when it is restored.
   */
  | { readonly type: 'gone'; readonly topic: string; readonly code: ErrorCode }
  | { readonly type: 'clock'; readonly exchange: number; readonly received: number; readonly sent: number }
  | { readonly type: 'alive' };

export interface GuestKeys {
  readonly admin: string;
  readonly viewer: string;
}

/** An event in the list of 'Your Events'. */
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
  /** The owner's own name, where they have set one and share events. */
  readonly owner?: string;
  readonly events: readonly SharedEvent[];
}

export interface SharedEvent {
  readonly id: string;
  readonly name: string;
  readonly createdAt: number;
  readonly timeZone: string;
  readonly viewerKey: string;
}

/** Every key of a guest link that a server could have made: see `MAX_GUEST_KEY_LENGTH`. */
export const GUEST_KEY = /^[!-~]{1,64}$/;

export const eventTopic = (eventId: string): string => `event:${eventId}`;
export const groupTopic = (groupId: string): string => `group:${groupId}`;
export const ACCOUNT_TOPIC = 'account';
