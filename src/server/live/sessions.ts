import type { Sender } from '../access/sender.ts';
import type { Log } from '../log.ts';
import type { Connection } from './connection.ts';
import type { LiveTimers } from './timers.ts';

/** Close code of the private range: the browser opens a new socket, with the session that it has then. */
const SESSION_ENDED = 4401;
const AT_ONCE = 8;

export interface SessionsParts {
  readonly connections: ReadonlySet<Connection>;
  readonly checkMs: number;
  readonly log: Log;
  readonly timers: LiveTimers;
  recognise(cookie: string): Promise<Sender | null>;
  /** The viewer is the same, and something else is known about them now. */
  onChanged(connection: Connection): void;
}

/** A socket outlives the request that opened it, so its session is checked again: it may have ended. */
export interface Sessions {
  /** Checks this account's sessions at once. */
  check(userId: string): Promise<void>;
  stop(): void;
}

export function createSessions(parts: SessionsParts): Sessions {
  let isSweeping = false;
  const stop = parts.timers.every(parts.checkMs, () => void sweep());

  async function sweep(): Promise<void> {
    if (isSweeping) return;
    isSweeping = true;
    await checkAll([...parts.connections]);
    isSweeping = false;
  }

  async function checkAll(connections: readonly Connection[]): Promise<void> {
    const byCookie = new Map<string, Connection[]>();
    for (const connection of connections) {
      const { sender, cookie } = connection;
      if (sender === null || cookie === undefined) continue;
      byCookie.set(cookie, [...(byCookie.get(cookie) ?? []), connection]);
    }
    const waiting = [...byCookie];
    const work = async () => {
      for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) await checkTabs(...next);
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
  }

  /** Tabs of one browser share a cookie: one query serves all. */
  async function checkTabs(cookie: string, tabs: readonly Connection[]): Promise<void> {
    try {
      const sender = await parts.recognise(cookie);
      for (const connection of tabs) judge(connection, sender);
    } catch (error) {
      parts.log.error('Sessions of open sockets could not be checked; they are checked again', { error });
    }
  }

  function judge(connection: Connection, sender: Sender | null): void {
    const before = connection.sender;
    if (sender?.userId !== before?.userId) return connection.close(SESSION_ENDED, 'session ended');
    connection.sender = sender;
    if (JSON.stringify(sender) !== JSON.stringify(before)) parts.onChanged(connection);
  }

  return {
    check: (userId) => checkAll([...parts.connections].filter(({ sender }) => sender?.userId === userId)),
    stop,
  };
}
