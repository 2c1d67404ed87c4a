import type { Duplex } from 'node:stream';
import type { WebSocket } from 'ws';
import type { ErrorCode } from '../../protocol/errors.ts';
import type { ServerMessage } from '../../protocol/live.ts';
import type { Sender } from '../commands/sender.ts';
import type { Frame, FrameBuilder } from './frame.ts';

/** What a socket follows. Once it has ended nothing more is sent for it. */
export interface Subscription {
  readonly connection: Connection;
  readonly topic: string;
  hasEnded: boolean;
  /** Called once, by `endSubscription` only. */
  leave(): void;
}

export interface Connection {
  /** Null: nobody is signed in. Asked again from time to time. */
  sender: Sender | null;
  /** The request's own, by which the session is asked for again. Only this is kept of the request. */
  readonly cookie: string | undefined;
  readonly address: string;
  readonly subscriptions: Map<string, Subscription>;
  /** False since the last heartbeat unless something was heard. */
  isAlive: boolean;
  write(frame: Frame): void;
  send(message: ServerMessage): void;
  close(code: number, reason: string): void;
  /** At once, without a goodbye. */
  cut(): void;
}

export interface ConnectionParts {
  readonly ws: WebSocket;
  /** The socket under it. Frames are written here, past `ws`: it compresses nothing, so it queues nothing. */
  readonly socket: Duplex;
  readonly sender: Sender | null;
  readonly cookie: string | undefined;
  readonly address: string;
  /** The same for all. */
  readonly rules: ConnectionRules;
}

export interface ConnectionRules {
  readonly unreadBytes: number;
  readonly frames: FrameBuilder;
  onCut(): void;
}

/** A class, because there are ten thousands of them: functions of its own would be half the memory of each. */
export class LiveConnection implements Connection {
  sender: Sender | null;
  readonly cookie: string | undefined;
  readonly address: string;
  readonly subscriptions = new Map<string, Subscription>();
  isAlive = true;
  readonly #ws: WebSocket;
  readonly #socket: Duplex;
  readonly #rules: ConnectionRules;
  /** In bytes, before it counts as not reading. */
  #mayBeUnread = 0;

  constructor({ ws, socket, sender, cookie, address, rules }: ConnectionParts) {
    this.sender = sender;
    this.cookie = cookie;
    this.address = address;
    this.#ws = ws;
    this.#socket = socket;
    this.#rules = rules;
  }

  write(frame: Frame): void {
    const ws = this.#ws;
    if (ws.readyState !== ws.OPEN) return;
    const { unreadBytes } = this.#rules;
    const unread = this.#socket.writableLength;
    if (unread === 0) this.#mayBeUnread = unreadBytes;
    if (unread > this.#mayBeUnread) {
      this.#rules.onCut();
      ws.terminate();
      return;
    }
    // A large snapshot is no slowness, neither now nor while what follows it waits behind it.
    this.#mayBeUnread = Math.max(this.#mayBeUnread, frame.length + unreadBytes);
    this.#socket.write(frame);
  }

  send(message: ServerMessage): void {
    this.write(this.#rules.frames.build(message));
  }

  close(code: number, reason: string): void {
    this.#ws.close(code, reason);
  }

  cut(): void {
    this.#ws.terminate();
  }
}

/** The same topic again replaces what there was. */
export function beginSubscription(subscription: Subscription): void {
  const { subscriptions } = subscription.connection;
  const former = subscriptions.get(subscription.topic);
  if (former !== undefined) endSubscription(former);
  subscriptions.set(subscription.topic, subscription);
}

export function endSubscription(subscription: Subscription, code?: ErrorCode): void {
  if (subscription.hasEnded) return;
  subscription.hasEnded = true;
  const { connection, topic } = subscription;
  connection.subscriptions.delete(topic);
  subscription.leave();
  if (code !== undefined) connection.send({ type: 'gone', topic, code });
}
