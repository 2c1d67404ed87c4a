import type { Duplex } from 'node:stream';
import type { WebSocket } from 'ws';
import type { ErrorCode } from '../../protocol/errors.ts';
import type { ServerMessage } from '../../protocol/live.ts';
import type { Sender } from '../access/sender.ts';
import type { Frame, FrameBuilder } from './frame.ts';

/** Subscription of a socket to a topic. After its end nothing more is sent for it. */
export interface Subscription {
  readonly connection: Connection;
  readonly topic: string;
  hasEnded: boolean;
  /** Called once, by `endSubscription` only. */
  leave(): void;
}

export interface Connection {
  /** Null: the viewer is not signed in. The session is checked again from time to time. */
  sender: Sender | null;
  /** The session's own cookie, by which it is checked again. Only this is kept of the request. */
  readonly cookie: string | undefined;
  readonly address: string;
  /** Schema version of the page behind the socket. */
  readonly schema: number;
  readonly subscriptions: Map<string, Subscription>;
  /** False since the last heartbeat unless something was heard. */
  isAlive: boolean;
  write(frame: Frame): void;
  send(message: ServerMessage): void;
  close(code: number, reason: string): void;
  /** Closes at once, without a goodbye. */
  cut(): void;
}

export interface ConnectionParts {
  readonly ws: Pick<WebSocket, 'close' | 'terminate'>;
  /** The socket below `ws`. Frames are written to it directly: `ws` compresses nothing, so it queues nothing. */
  readonly socket: Wire;
  readonly sender: Sender | null;
  readonly cookie: string | undefined;
  readonly address: string;
  readonly schema: number;
  readonly readsPacked: boolean;
  /** Rules that all connections share. */
  readonly rules: ConnectionRules;
}

export type Wire = Pick<Duplex, 'writable' | 'writableLength'> & { write(bytes: Buffer): unknown };

export interface ConnectionRules {
  readonly unreadBytes: number;
  readonly frames: FrameBuilder;
  onCut(): void;
}

/**
 * A class, because there are tens of thousands of connections: functions of its own would be half the memory of each.
 */
export class LiveConnection implements Connection {
  // Fields that `write` reads come first, so that they are fetched together.
  readonly #socket: Wire;
  readonly #rules: ConnectionRules;
  readonly #readsPacked: boolean;
  #isClosing = false;
  /** Size of the largest frame since everything had been read, if it exceeds what may be unread; 0 otherwise. */
  #snapshotBytes = 0;
  isAlive = true;
  sender: Sender | null;
  readonly cookie: string | undefined;
  readonly address: string;
  readonly schema: number;
  readonly subscriptions = new Map<string, Subscription>();
  readonly #ws: ConnectionParts['ws'];

  constructor({ ws, socket, sender, cookie, address, schema, readsPacked, rules }: ConnectionParts) {
    this.sender = sender;
    this.cookie = cookie;
    this.address = address;
    this.schema = schema;
    this.#ws = ws;
    this.#socket = socket;
    this.#readsPacked = readsPacked;
    this.#rules = rules;
  }

  /**
   * `write` is called for each of ten thousand followers with every tap: it reads only this object and the socket,
   * because fetching further memory for each follower costs a good part of the write.
   */
  write(frame: Frame): void {
    const socket = this.#socket;
    if (this.#isClosing || !socket.writable) return;
    const { unreadBytes, onCut } = this.#rules;
    const unread = socket.writableLength;
    // A large snapshot does not make a reader slow, neither now nor while frames wait behind it.
    if (unread === 0) this.#snapshotBytes = 0;
    if (unread > unreadBytes + this.#snapshotBytes) {
      onCut();
      this.cut();
      return;
    }
    const bytes = this.#readsPacked ? frame.packed : frame.plain;
    if (bytes.length > unreadBytes) this.#snapshotBytes = Math.max(this.#snapshotBytes, bytes.length);
    socket.write(bytes);
  }

  send(message: ServerMessage): void {
    this.write(this.#rules.frames.build(message));
  }

  close(code: number, reason: string): void {
    this.#isClosing = true;
    this.#ws.close(code, reason);
  }

  cut(): void {
    this.#ws.terminate();
  }
}

/** A subscription to the same topic replaces the former one. */
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
