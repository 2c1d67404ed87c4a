import type { Access } from '../../src/server/live/access.ts';
import type { EventState } from '../../src/domain/events/state.ts';
import type { Change } from '../../src/domain/events/changes.ts';
import { ok, refuse, type Result } from '../../src/domain/result.ts';
import type { CachedEvent } from '../../src/client/sync/ports.ts';
import {
  ACCOUNT_TOPIC,
  type AccountSnapshot,
  type ClientMessage,
  eventTopic,
  type ServerMessage,
} from '../../src/protocol/live.ts';
import { isSame } from './checks/history.ts';
import type { NodeParts } from './server-node.ts';
import type { Person } from './people.ts';

export interface Looked {
  readonly event: EventState;
  readonly access: Access;
}

interface Follow {
  readonly eventId: string;
  readonly key: string | undefined;
  /** The last number that was sent, and to whom it was allowed. */
  seq: number;
  access: Access;
}

/** The server's end of a socket. */
export interface ServerSocket {
  readonly token: string | null;
  readonly send: (message: ServerMessage) => void;
  readonly close: () => void;
  readonly follows: Map<string, Follow>;
  /** What was last asked for, by event. */
  readonly asked: Map<string, ClientMessage>;
  followsAccount: boolean;
  /** What was last said of the account, so that only news is sent. */
  account: AccountSnapshot | null;
  heardAt: number;
  isLossy: boolean;
}

export interface Hub {
  look(
    person: Person | null,
    eventId: string,
    key: string | undefined,
  ): Result<Looked, 'event-not-found' | 'event-deleted'>;
  whole(looked: Looked): CachedEvent;
  /** Null when only the whole will do. */
  changes(looked: Looked, after: number): readonly Change[] | null;
  open(token: string | null, send: (message: ServerMessage) => void, close: () => void): ServerSocket;
  close(socket: ServerSocket): void;
  receive(socket: ServerSocket, message: ClientMessage): void;
  /** Something of this has changed, here or on another node. */
  refresh(eventIds: readonly string[]): void;
  beat(): void;
  /** Tells followers of changes that are not stored yet. For planted mistakes only. */
  blurt(eventId: string, changes: readonly Change[]): void;
  die(): void;
}

export function createHub(parts: NodeParts, read: () => Promise<void>): Hub {
  const { reads, rules, sessions, random, faults } = parts;
  const sockets = new Set<ServerSocket>();
  let isDead = false;

  function look(person: Person | null, eventId: string, key: string | undefined): ReturnType<Hub['look']> {
    const event = reads.event(eventId);
    if (event === null) return refuse('event-not-found');
    const judged = rules.judge(rules.identify(person, reads.keys(eventId), key), event);
    return judged.ok ? ok({ event, access: judged.value }) : judged;
  }
  function whole({ event, access }: Looked): CachedEvent {
    const keys = access.seesKeys ? reads.keys(event.id) : undefined;
    return { view: access.view, event: rules.viewEvent(event, access.view), ...(keys && { keys }) };
  }
  function changes({ event, access }: Looked, after: number): readonly Change[] | null {
    const log = parts.database.tables.changes.get(event.id) ?? [];
    return rules.viewChanges(
      log.filter(({ seq }) => seq > after && seq <= event.seq),
      access.view,
      event,
    );
  }

  async function follow(socket: ServerSocket, message: ClientMessage & { type: 'follow-event' }): Promise<void> {
    const { eventId, key, after } = message;
    socket.asked.set(eventId, message);
    await read();
    // The same event again replaces what was asked before.
    if (isDead || !sockets.has(socket) || socket.asked.get(eventId) !== message) return;
    const looked = look(sessions.find(socket.token), eventId, key);
    if (!looked.ok) {
      socket.follows.delete(eventId);
      socket.send({ type: 'gone', topic: eventTopic(eventId), code: looked.error });
      return;
    }
    const { event, access } = looked.value;
    socket.follows.set(eventId, { eventId, key, seq: event.seq, access });
    const missed = after === null || after > event.seq ? null : changes(looked.value, after);
    // Only the whole carries keys.
    if (missed === null || (access.seesKeys && missed.some(changesAccess))) {
      socket.send({ type: 'event', ...whole(looked.value) });
    } else {
      socket.send({ type: 'changes', eventId, changes: missed });
    }
  }

  /** Whoever follows is judged anew each time: a revoked guest gets nothing more. */
  function bring(socket: ServerSocket, followed: Follow): void {
    const judged = look(sessions.find(socket.token), followed.eventId, followed.key);
    const looked = judged.ok || rules.judgesEveryMessage ? judged : stale(followed);
    if (!looked.ok) {
      socket.follows.delete(followed.eventId);
      socket.send({ type: 'gone', topic: eventTopic(followed.eventId), code: looked.error });
      return;
    }
    const { event, access } = looked.value;
    const after = followed.seq;
    if (event.seq <= after) return;
    const missed = changes(looked.value, after);
    const isOtherwise = access.role !== followed.access.role;
    const hasNewKeys = access.seesKeys && missed?.some(({ type }) => type === 'keys-rotated');
    followed.seq = event.seq;
    followed.access = access;
    // What a full buffer would leave out: the reader must notice by the numbers, and is cut before long.
    if (random.chance(faults.frame)) {
      socket.isLossy = true;
      return;
    }
    if (missed === null || isOtherwise || hasNewKeys) socket.send({ type: 'event', ...whole(looked.value) });
    else socket.send({ type: 'changes', eventId: event.id, changes: missed });
  }
  function stale(followed: Follow): ReturnType<Hub['look']> {
    const event = reads.event(followed.eventId);
    return event === null ? refuse('event-not-found') : ok({ event, access: followed.access });
  }

  function sendAccount(socket: ServerSocket): void {
    const person = sessions.find(socket.token);
    if (person === null) return;
    const account = reads.account(person);
    if (socket.account !== null && isSame(account, socket.account)) return;
    socket.account = account;
    socket.send({ type: 'account', account });
  }

  async function refresh(eventIds: readonly string[]): Promise<void> {
    await read();
    if (isDead) return;
    for (const socket of sockets) {
      if (socket.token !== null && sessions.find(socket.token) === null) {
        sockets.delete(socket);
        socket.close();
        continue;
      }
      for (const eventId of eventIds) {
        const followed = socket.follows.get(eventId);
        if (followed !== undefined) bring(socket, followed);
      }
      if (socket.followsAccount) sendAccount(socket);
    }
  }
  /** A read that fails is made up for by the next beat. */
  const quietly = (work: Promise<void>): void => void work.catch(() => {});

  return {
    look,
    whole,
    changes,
    open(token, send, close) {
      const socket: ServerSocket = {
        token,
        send,
        close,
        follows: new Map(),
        asked: new Map(),
        followsAccount: false,
        account: null,
        heardAt: parts.scheduler.now,
        isLossy: false,
      };
      sockets.add(socket);
      return socket;
    },
    close: (socket) => void sockets.delete(socket),
    receive(socket, message) {
      socket.heardAt = parts.scheduler.now;
      switch (message.type) {
        case 'follow-event':
          void follow(socket, message).catch(() => {
            sockets.delete(socket);
            socket.close();
          });
          return;
        case 'follow-account':
          socket.followsAccount = true;
          socket.account = null;
          quietly(read().then(() => (isDead ? undefined : sendAccount(socket))));
          return;
        case 'unfollow':
          if (message.topic === ACCOUNT_TOPIC) socket.followsAccount = false;
          else socket.follows.delete(message.topic.replace(/^event:/, ''));
          return;
        case 'clock': {
          const received = parts.now();
          socket.send({ type: 'clock', exchange: message.exchange, received, sent: parts.now() });
          return;
        }
        case 'follow-group':
        case 'alive':
          return;
      }
    },
    refresh: (eventIds) => quietly(refresh(eventIds)),
    beat() {
      for (const socket of sockets) {
        if (socket.isLossy || parts.scheduler.now - socket.heardAt > 60_000) {
          sockets.delete(socket);
          socket.close();
        } else {
          socket.send({ type: 'alive' });
        }
      }
      const eventIds = new Set([...sockets].flatMap(({ follows }) => [...follows.keys()]));
      quietly(refresh([...eventIds]));
    },
    blurt(eventId, news) {
      for (const socket of sockets) {
        const followed = socket.follows.get(eventId);
        if (followed === undefined) continue;
        const event = reads.event(eventId)!;
        socket.send({ type: 'changes', eventId, changes: rules.viewChanges(news, followed.access.view, event) ?? [] });
      }
    },
    die() {
      isDead = true;
      sockets.clear();
    },
  };
}

const accessChanges: ReadonlySet<Change['type']> = new Set([
  'admin-added',
  'admin-removed',
  'owner-changed',
  'keys-rotated',
  'event-deleted',
  'event-restored',
]);

function changesAccess({ type }: Change): boolean {
  return accessChanges.has(type);
}
