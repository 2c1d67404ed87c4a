import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { type WebSocket, WebSocketServer } from 'ws';
import { HEARTBEAT_MS } from '../../protocol/live.ts';
import { SCHEMA_VERSION } from '../../protocol/schema-version.ts';
import type { News } from '../bus/news.ts';
import type { Committed } from '../commands/command-queue.ts';
import type { SentCommand } from '../commands/handle-command.ts';
import { createAccountTopics } from './account-topics.ts';
import { type Connection, type ConnectionRules, endSubscription, LiveConnection } from './connection.ts';
import { createEventTopics } from './event-topics.ts';
import { createBeats } from './beats.ts';
import { behindPing, createFrameBuilder } from './frame.ts';
import { createGroupTopics } from './group-topics.ts';
import { receiveMessage } from './messages.ts';
import type { Limits, LiveParts } from './parts.ts';
import { createSessions } from './sessions.ts';
import { createTurns } from './turns.ts';
import { type Arrival, createDoorkeeper } from './upgrade.ts';

const GOING_AWAY = 1001;
const TOO_MANY_MESSAGES = 1008;
/** How long a browser may take to say goodbye when the server stops. */
const GOODBYE_MS = 1000;
const MOST_FRAGMENTS = 256;

const usual: Limits = {
  connections: 15_000,
  // A venue with a thousand phones is one address, and a club's account is on all its devices.
  connectionsPerAddress: 3000,
  connectionsPerAccount: 200,
  subscriptions: 50,
  // The longest that a page of ours sends has 300.
  messageBytes: 4 * 1024,
  messageBurst: 200,
  messageRefillMs: 100,
  unreadBytes: 1024 * 1024,
  heartbeatMs: HEARTBEAT_MS,
  sessionCheckMs: 30_000,
  sweepMs: 5_000,
  leavingTogether: 200,
  leavingPauseMs: 100,
};

export interface Live {
  attach(server: Server): void;
  /** After the commit, in the order of the commits. Returns at once; sockets are written to a little later. */
  publish(committed: readonly Committed[], commands: readonly SentCommand[]): void;
  /** Another node has changed something: what is shown of it here is read anew. */
  hint(news: Pick<News, 'events' | 'users' | 'rewritten'>): void;
  /** What is remembered of these events says what is no longer stored: it is read anew, and told anew. */
  rewritten(eventIds: readonly string[]): void;
  /** What other nodes have said meanwhile is lost. */
  refresh(): void;
  /** Credits, sessions, suspension, verification, library: anything about a person that did not come by `publish`. */
  accountChanged(userId: string): void;
  readonly counts: LiveCounts;
  stop(): Promise<void>;
}

export interface LiveCounts {
  readonly connections: number;
  /** What they follow, all together. */
  readonly follows: number;
  /** Events that somebody follows. */
  readonly topics: number;
  /** Messages turned into bytes; however many sockets they went to. */
  readonly framesBuilt: number;
  readonly bytesBuilt: number;
  /** Sockets cut because they did not read. */
  readonly cut: number;
}

export function createLive(parts: LiveParts): Live {
  const limits: Limits = { ...usual, ...parts.limits };
  const { log } = parts;
  const connections = new Set<Connection>();
  const frames = createFrameBuilder();
  const turns = createTurns();
  const { reader, keyGuesses, meter, isStoring } = parts;
  const { onUnreadable } = parts;
  const events = createEventTopics({ reader, keyGuesses, frames, turns, log, meter, isStoring, onUnreadable });
  const accounts = createAccountTopics({
    frames,
    log,
    loadAccount: (sender) => parts.loadAccount(sender),
    loadListed: parts.loadListed,
  });
  const groups = createGroupTopics({ frames, turns, log, loadGroup: (groupId) => parts.loadGroup(groupId) });
  const sessions = createSessions({
    connections,
    checkMs: limits.sessionCheckMs,
    log,
    recognise: (cookie) => parts.recognise(cookie),
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
  const greeting = frames.build({ type: 'hello', schema: SCHEMA_VERSION });
  const sign = behindPing(frames.build({ type: 'alive' }));
  const beats = createBeats(limits.heartbeatMs, (connection: Connection) => {
    if (!connection.isAlive) return connection.cut();
    connection.isAlive = false;
    connection.write(sign);
  });
  let cut = 0;
  const rules: ConnectionRules = { frames, unreadBytes: limits.unreadBytes, onCut: () => (cut += 1) };

  function welcome(ws: WebSocket, socket: Duplex, who: Omit<Arrival, 'request' | 'socket' | 'head'>): void {
    const connection = new LiveConnection({ ws, socket, rules, ...who });
    const mayHear = createAllowance(limits);
    connections.add(connection);
    beats.add(connection);
    // A page of the release before does not expect it.
    if (connection.schema > 1) connection.write(greeting);
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
      beats.delete(connection);
      for (const subscription of connection.subscriptions.values()) endSubscription(subscription);
    });
  }

  function heardOf(userId: string): void {
    accounts.accountChanged(userId);
    void sessions.check(userId);
  }

  function rewritten(eventIds: readonly string[]): void {
    if (eventIds.length === 0) return;
    events.rewritten(eventIds);
    accounts.rewritten(eventIds);
    groups.rewritten(eventIds);
  }

  /** News of other nodes may be lost, and no later one may come to show it: what is followed here is looked after. */
  async function sweep(): Promise<void> {
    try {
      const { open } = events;
      const heads = await parts.readHeads!(open);
      for (const [eventId, { seq, rewrites }] of heads) events.hint(eventId, seq, rewrites);
      // What is gone has no head: its followers would keep it open here, for themselves and for new ones.
      rewritten(open.filter((eventId) => !heads.has(eventId)));
    } catch (error) {
      log.warn('What other nodes have stored could not be looked for; it is tried again', { error });
    }
  }
  const sweeping = parts.readHeads && setInterval(() => void sweep(), limits.sweepMs).unref();

  /** Those whose turn has not come go on hearing everything. */
  async function sayGoodbye(): Promise<void> {
    const open = [...connections];
    const { leavingTogether, leavingPauseMs } = limits;
    for (let index = 0; index < open.length; index += leavingTogether) {
      if (index > 0) await sleep(leavingPauseMs);
      const next = open.slice(index, index + leavingTogether);
      for (const connection of next) connection.close(GOING_AWAY, 'the server stops');
    }
  }

  const receive = (request: IncomingMessage, socket: Duplex, head: Buffer) =>
    void doorkeeper.receive(request, socket, head);

  return {
    // Until the server itself is gone: without it a request for a socket would be answered like one for a page.
    attach: (server) => void server.on('upgrade', receive),
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
      rewritten(news.rewritten);
    },
    rewritten,
    refresh() {
      void sweep();
      accounts.reloadAll();
      groups.reloadAll();
    },
    accountChanged: heardOf,
    get counts() {
      let follows = 0;
      for (const { subscriptions } of connections) follows += subscriptions.size;
      const { built: framesBuilt, bytes: bytesBuilt } = frames;
      return { connections: connections.size, follows, topics: events.followed, framesBuilt, bytesBuilt, cut };
    },
    async stop() {
      doorkeeper.shut();
      await sayGoodbye();
      beats.stop();
      clearInterval(sweeping);
      sessions.stop();
      events.stop();
      accounts.stop();
      groups.stop();
      const deadline = performance.now() + GOODBYE_MS;
      while (connections.size > 0 && performance.now() < deadline) {
        await sleep(10);
      }
      for (const connection of connections) connection.cut();
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
