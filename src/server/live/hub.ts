import { SCHEMA_VERSION } from '../../protocol/schema-version.ts';
import type { News } from '../bus/news.ts';
import type { SentCommand } from '../journal/sent-command.ts';
import type { Committed } from '../journal/workspace.ts';
import type { LiveCounts } from '../metrics/live-meter.ts';
import { createAccountTopics } from './account-topics.ts';
import { createBeats } from './beats.ts';
import {
  type Connection,
  type ConnectionParts,
  type ConnectionRules,
  endSubscription,
  LiveConnection,
} from './connection.ts';
import { createEventTopics } from './event-topics.ts';
import { behindPing, createFrameBuilder } from './frame.ts';
import { createGroupTopics } from './group-topics.ts';
import type { HubParts } from './hub-parts.ts';
import type { Limits } from './limits.ts';
import { createListChecks } from './list-checks.ts';
import { receiveMessage } from './messages.ts';
import { createSessions } from './sessions.ts';
import type { LiveTimers } from './timers.ts';
import { createTurns } from './turns.ts';

const TOO_MANY_MESSAGES = 1008;

/**
 * Hub of this node's subscriptions: what each socket follows, and what it is told. Sockets are handed to the hub; it
 * opens none.
 */
export interface Hub {
  welcome(arrived: Omit<ConnectionParts, 'rules'>): Visitor;
  /** Called after the commit, in the order of the commits. Returns at once; sockets are written to a little later. */
  publish(committed: readonly Committed[], commands: readonly SentCommand[]): void;
  /** Another node has changed something: what is shown of it here is read anew. */
  hint(news: Pick<News, 'events' | 'users' | 'rewritten' | 'screens'>): void;
  /** The keys of these events' screens were changed: followers with a withdrawn one are turned away. */
  screensChanged(eventIds: readonly string[]): void;
  /** The stored logs of these events were rewritten, or the events are gone: they are read and told anew. */
  rewritten(eventIds: readonly string[]): void;
  /** News of other nodes was lost meanwhile: everything is checked. */
  refresh(): void;
  /**
   * Called for changes of an account that do not come by `publish`: credits, sessions, suspension, verification,
   * library.
   */
  accountChanged(userId: string): void;
  /** Followers of an event on this node. */
  countFollowers(eventId: string): number;
  readonly connections: ReadonlySet<Connection>;
  readonly counts: LiveCounts;
  stop(): void;
}

/** Events of a socket that its owner reports to the hub. */
export interface Visitor {
  receive(data: Buffer, isBinary: boolean): void;
  /** Reports a sign of life. False: one too many, and the socket is being closed. */
  hear(): boolean;
  left(): void;
}

export function createHub(parts: HubParts, limits: Limits, timers: LiveTimers): Hub {
  const { reader, keyGuesses, log, meter, isStoring, onUnreadable } = parts;
  const connections = new Set<Connection>();
  const frames = createFrameBuilder();
  const turns = createTurns(timers);
  const events = createEventTopics({ reader, keyGuesses, frames, turns, timers, log, meter, isStoring, onUnreadable });
  const checks = createListChecks(timers, limits.listCheckMs, parts.readHeads !== undefined);
  const accounts = createAccountTopics({
    frames,
    checks,
    timers,
    log,
    loadAccount: (sender) => parts.loadAccount(sender),
    loadListed: parts.loadListed,
  });
  const groups = createGroupTopics({
    frames,
    checks,
    turns,
    timers,
    log,
    loadGroup: (groupId) => parts.loadGroup(groupId),
  });
  const sessions = createSessions({
    connections,
    checkMs: limits.sessionCheckMs,
    log,
    timers,
    recognise: (cookie) => parts.recognise(cookie),
    onChanged(connection) {
      accounts.senderChanged(connection);
      events.recheck(connection.subscriptions.keys());
    },
  });
  const messageParts = { events, accounts, groups, clock: parts.clock, mostSubscriptions: limits.subscriptions };
  const greeting = frames.build({ type: 'hello', schema: SCHEMA_VERSION });
  const sign = behindPing(frames.build({ type: 'alive' }));
  const beats = createBeats(timers, limits.heartbeatMs, (connection: Connection) => {
    if (!connection.isAlive) return connection.cut();
    connection.isAlive = false;
    connection.write(sign);
  });
  let cut = 0;
  const rules: ConnectionRules = { frames, unreadBytes: limits.unreadBytes, onCut: () => (cut += 1) };

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

  /** News of other nodes may be lost without a later one to show it: followed events are checked. */
  async function sweep(): Promise<void> {
    try {
      const { open } = events;
      const heads = await parts.readHeads!(open);
      for (const [eventId, { seq, rewrites }] of heads) events.hint(eventId, seq, rewrites);
      // An event that is gone has no head: its followers would keep it open here, for themselves and for new ones.
      rewritten(open.filter((eventId) => !heads.has(eventId)));
      events.recheckScreens();
    } catch (error) {
      log.warn('What other nodes have stored could not be looked for; it is tried again', { error });
    }
  }
  const stopSweeping = parts.readHeads && timers.every(limits.sweepMs, () => void sweep());

  return {
    welcome(arrived) {
      const connection = new LiveConnection({ ...arrived, rules });
      const mayHear = createAllowance(timers, limits);
      connections.add(connection);
      beats.add(connection);
      // A page of the release before does not expect a greeting.
      if (connection.schema > 1) connection.write(greeting);
      function hear(): boolean {
        connection.isAlive = true;
        if (mayHear()) return true;
        connection.close(TOO_MANY_MESSAGES, 'too many messages');
        return false;
      }
      return {
        hear,
        receive(data, isBinary) {
          if (hear()) receiveMessage(messageParts, connection, data, isBinary);
        },
        left() {
          connections.delete(connection);
          beats.delete(connection);
          for (const subscription of connection.subscriptions.values()) endSubscription(subscription);
        },
      };
    },
    publish(committed, commands) {
      // Published changes are stored: no failure here may make their command look failed.
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
      events.screensChanged(news.screens);
    },
    screensChanged: events.screensChanged,
    rewritten,
    refresh() {
      void sweep();
      accounts.reloadAll();
      groups.reloadAll();
    },
    accountChanged: heardOf,
    countFollowers: events.countFollowers,
    connections,
    get counts() {
      let follows = 0;
      for (const { subscriptions } of connections) follows += subscriptions.size;
      const { built: framesBuilt, bytes: bytesBuilt } = frames;
      return { connections: connections.size, follows, topics: events.followed, framesBuilt, bytesBuilt, cut };
    },
    stop() {
      beats.stop();
      stopSweeping?.();
      checks.stop();
      sessions.stop();
      events.stop();
      accounts.stop();
      groups.stop();
    },
  };
}

/** A token bucket for one socket. */
function createAllowance(timers: LiveTimers, { messageBurst, messageRefillMs }: Limits): () => boolean {
  let fullAt = 0;
  return () => {
    const now = timers.now();
    const next = Math.max(fullAt, now) + messageRefillMs;
    if (next - now > messageBurst * messageRefillMs) return false;
    fullAt = next;
    return true;
  };
}
