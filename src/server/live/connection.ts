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
  /** The request's own, with the cookie in them. */
  readonly headers: Headers;
  readonly address: string;
  readonly subscriptions: Map<string, Subscription>;
  /** False since the last heartbeat unless something was heard. */
  isAlive: boolean;
  write(frame: Frame): void;
  send(message: ServerMessage): void;
  ping(): void;
  close(code: number, reason: string): void;
  /** At once, without a goodbye. */
  cut(): void;
}

export interface ConnectionParts {
  readonly ws: WebSocket;
  /** The socket under it. Frames are written here, past `ws`: it compresses nothing, so it queues nothing. */
  readonly socket: Duplex;
  readonly sender: Sender | null;
  readonly headers: Headers;
  readonly address: string;
  readonly unreadBytes: number;
  readonly frames: FrameBuilder;
  onCut(): void;
}

export function createConnection(parts: ConnectionParts): Connection {
  const { ws, socket, sender, headers, address } = parts;
  const connection: Connection = {
    sender,
    headers,
    address,
    subscriptions: new Map(),
    isAlive: true,
    write(frame) {
      if (ws.readyState !== ws.OPEN) return;
      // Measured before writing, so that one large snapshot never counts as slowness.
      if (socket.writableLength > parts.unreadBytes) {
        parts.onCut();
        ws.terminate();
      } else {
        socket.write(frame);
      }
    },
    send: (message) => connection.write(parts.frames.build(message)),
    ping() {
      if (ws.readyState === ws.OPEN) ws.ping();
    },
    close: (code, reason) => ws.close(code, reason),
    cut: () => ws.terminate(),
  };
  return connection;
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
