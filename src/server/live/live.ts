import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { type WebSocket, WebSocketServer } from 'ws';
import { HEARTBEAT_MS } from '../../protocol/live.ts';
import type { News } from '../bus/news.ts';
import type { Committed } from '../commands/command-queue.ts';
import type { SentCommand } from '../commands/handle-command.ts';
import { createAccountTopics } from './account-topics.ts';
import { type Connection, createConnection, endSubscription } from './connection.ts';
import { createEventTopics } from './event-topics.ts';
import { createFrameBuilder } from './frame.ts';
import { createGroupTopics } from './group-topics.ts';
import { receiveMessage } from './messages.ts';
import type { Limits, LiveParts } from './parts.ts';
import { createSessions } from './sessions.ts';
import { createTurns, forEachInTurns } from './turns.ts';
import { type Arrival, createDoorkeeper } from './upgrade.ts';

const GOING_AWAY = 1001;
const TOO_MANY_MESSAGES = 1008;
/** How long a browser may take to say goodbye when the server stops. */
const GOODBYE_MS = 1000;
const MOST_FRAGMENTS = 256;

const usual: Limits = {
  connections: 15_000,
  connectionsPerAddress: 500,
  subscriptions: 50,
  messageBytes: 64 * 1024,
  messageBurst: 200,
  messageRefillMs: 100,
  unreadBytes: 1024 * 1024,
  heartbeatMs: HEARTBEAT_MS,
  sessionCheckMs: 30_000,
  sweepMs: 5_000,
};

export interface Live {
  attach(server: Server): void;
  /** After the commit, in the order of the commits. Returns at once; sockets are written to a little later. */
  publish(committed: readonly Committed[], commands: readonly SentCommand[]): void;
  /** Another node has changed something: what is shown of it here is read anew. */
  hint(news: News): void;
  /** What other nodes have said meanwhile is lost. */
  refresh(): void;
  /** Credits, sessions, suspension, verification, library: anything about a person that did not come by `publish`. */
  accountChanged(userId: string): void;
  readonly counts: LiveCounts;
  stop(): Promise<void>;
}

export interface LiveCounts {
  readonly connections: number;
  /** Messages turned into bytes; however many sockets they went to. */
  readonly framesBuilt: number;
  /** Sockets cut because they did not read. */
  readonly cut: number;
}

export function createLive(parts: LiveParts): Live {
  const limits: Limits = { ...usual, ...parts.limits };
  const { log } = parts;
  const connections = new Set<Connection>();
  const frames = createFrameBuilder();
  const turns = createTurns();
  const events = createEventTopics({ reader: parts.reader, keyGuesses: parts.keyGuesses, frames, turns, log });
  const accounts = createAccountTopics({ frames, log, loadAccount: (sender) => parts.loadAccount(sender) });
  const groups = createGroupTopics({ frames, turns, log, loadGroup: (groupId) => parts.loadGroup(groupId) });
  const sessions = createSessions({
    connections,
    checkMs: limits.sessionCheckMs,
    log,
    recognise: (headers) => parts.recognise(headers),
    onChanged(connection) {
      accounts.senderChanged(connection);
      events.recheck(connection.subscriptions.keys());
    },
  });
  const sockets = new WebSocketServer({
    noServer: true,
    clientTracking: false,
    perMessageDeflate: false,
    maxPayload: limits.messageBytes,
    maxFragments: MOST_FRAGMENTS,
  });
  const doorkeeper = createDoorkeeper(parts, limits, ({ request, socket, head, ...who }) =>
    sockets.handleUpgrade(request, socket, head, (ws) => welcome(ws, socket, who)),
  );
  const messageParts = { events, accounts, groups, clock: parts.clock, mostSubscriptions: limits.subscriptions };
  const alive = frames.build({ type: 'alive' });
  const heartbeat = setInterval(() => void beat(), limits.heartbeatMs).unref();
  let cut = 0;
  let server: Server | undefined;

  function welcome(ws: WebSocket, socket: Duplex, who: Pick<Arrival, 'sender' | 'headers' | 'address'>): void {
    const { unreadBytes } = limits;
    const onCut = () => (cut += 1);
    const connection = createConnection({ ws, socket, frames, unreadBytes, onCut, ...who });
    const mayHear = createAllowance(limits);
    connections.add(connection);
    function hear(): boolean {
      connection.isAlive = true;
      if (mayHear()) return true;
      connection.close(TOO_MANY_MESSAGES, 'too many messages');
      return false;
    }
    ws.on('message', (data, isBinary) => {
      if (ws.readyState === ws.OPEN && hear()) receiveMessage(messageParts, connection, data as Buffer, isBinary);
    });
    ws.on('ping', hear);
    ws.on('pong', hear);
    // What is no WebSocket frame, or too large, `ws` itself answers by closing.
    ws.on('error', (error) => log.debug('A socket failed', { error }));
    ws.on('close', () => {
      connections.delete(connection);
      for (const subscription of connection.subscriptions.values()) endSubscription(subscription);
    });
  }

  function beat(): Promise<void> {
    return forEachInTurns(turns, connections, (connection) => {
      if (!connection.isAlive) return connection.cut();
      connection.isAlive = false;
      connection.ping();
      connection.write(alive);
    });
  }

  function heardOf(userId: string): void {
    accounts.accountChanged(userId);
    void sessions.check(userId);
  }

  /** News of other nodes may be lost, and no later one may come to show it: what is followed here is looked after. */
  async function sweep(): Promise<void> {
    try {
      for (const [eventId, seq] of await parts.readSeqs!(events.open)) events.hint(eventId, seq);
    } catch (error) {
      log.warn('What other nodes have stored could not be looked for; it is tried again', { error });
    }
  }
  const sweeping = parts.readSeqs && setInterval(() => void sweep(), limits.sweepMs).unref();

  const receive = (request: IncomingMessage, socket: Duplex, head: Buffer) =>
    void doorkeeper.receive(request, socket, head);

  return {
    attach(to) {
      server = to;
      to.on('upgrade', receive);
    },
    publish(committed, commands) {
      // What is published is stored: nothing that fails here may make the command look as if it had failed.
      try {
        events.publish(committed);
        accounts.publish(committed, commands);
        groups.publish(committed);
      } catch (error) {
        log.error('Changes could not be published; followers read them with the next', { error });
      }
    },
    hint(news) {
      for (const event of news.events) {
        events.hint(event.id, event.seq);
        accounts.hint(event);
        groups.hint(event);
      }
      for (const userId of news.users) heardOf(userId);
    },
    refresh() {
      void sweep();
      accounts.reloadAll();
      groups.reloadAll();
    },
    accountChanged: heardOf,
    get counts() {
      return { connections: connections.size, framesBuilt: frames.built, cut };
    },
    async stop() {
      doorkeeper.shut();
      clearInterval(heartbeat);
      clearInterval(sweeping);
      sessions.stop();
      events.stop();
      accounts.stop();
      groups.stop();
      const open = [...connections];
      for (const connection of open) connection.close(GOING_AWAY, 'the server stops');
      const deadline = performance.now() + GOODBYE_MS;
      while (connections.size > 0 && performance.now() < deadline) {
        await new Promise((resolve) => setTimeout(resolve, 10));
      }
      for (const connection of connections) connection.cut();
      server?.off('upgrade', receive);
    },
  };
}

/** A token bucket for one socket. */
function createAllowance({ messageBurst, messageRefillMs }: Limits): () => boolean {
  let fullAt = 0;
  return () => {
    const now = performance.now();
    const next = Math.max(fullAt, now) + messageRefillMs;
    if (next - now > messageBurst * messageRefillMs) return false;
    fullAt = next;
    return true;
  };
}
