import { randomUUID } from 'node:crypto';
import type { Log } from '../log.ts';
import { joinNews, type News, noNews } from './news.ts';

/** Transport of text to all other nodes; text may be lost. */
export interface BusTransport {
  send(text: string): Promise<void>;
  stop(): Promise<void>;
}

export interface TransportListener {
  onText(text: string): void;
  /** The connection is back after it was lost: text sent meanwhile is lost. */
  onGap(): void;
  /** The connection is lost, and is being opened again. */
  onLost(): void;
}

export interface Bus {
  /** Sends news after the commit. Returns at once. */
  tell(news: Partial<News>): void;
  stop(): Promise<void>;
}

export interface BusParts {
  readonly log: Log;
  readonly connect: (listener: TransportListener) => Promise<BusTransport>;
  onNews(news: News): void;
  onGap(): void;
  onConnection?(isConnected: boolean): void;
}

/** Pause between messages: the first news of a burst goes at once, the rest together. */
const PACE_MS = 20;
/** PostgreSQL carries less than 8,000 bytes; news of an event with many admins takes a few hundred. */
const MOST_BYTES = 7000;

interface Message extends News {
  readonly from: string;
}

export function createBus({ log, connect, onNews, onGap, onConnection }: BusParts): Bus {
  const node = randomUUID();
  let waiting = noNews;
  let timer: NodeJS.Timeout | undefined;
  let sending: Promise<void> = Promise.resolve();

  /** A message's first member is its sender, so that a node need not read its own. */
  const own = `{"from":"${node}"`;

  function hear(text: string): void {
    if (text.startsWith(own)) return;
    try {
      const message = JSON.parse(text) as Message;
      // Defaults stand in for the kinds of news that a node of an older version does not send.
      onNews({ ...noNews, ...message });
    } catch (error) {
      log.warn('What came over the bus could not be read', { error });
    }
  }
  let transport: BusTransport | undefined;
  function isBack(): void {
    onConnection?.(true);
    onGap();
  }
  const connecting = connect({ onText: hear, onGap: isBack, onLost: () => onConnection?.(false) }).then(
    (connected) => {
      transport = connected;
      isBack();
      return connected;
    },
    (error: unknown) => log.error('Other nodes cannot be told anything: there is no bus', { error }),
  );

  function flush(): void {
    timer = undefined;
    if (sizeOf(waiting) === 0) return;
    const news = waiting;
    waiting = noNews;
    timer = setTimeout(flush, PACE_MS).unref();
    // News may be lost: other nodes look for themselves, at events every few seconds and at lists every minute.
    if (transport === undefined) return;
    const { send } = transport;
    for (const text of split(node, news)) {
      sending = sending
        .then(() => send(text))
        .catch((error: unknown) => log.warn('Other nodes could not be told', { error }));
    }
  }
  return {
    tell(news) {
      waiting = joinNews(waiting, news);
      if (timer === undefined) flush();
    },
    async stop() {
      clearTimeout(timer);
      flush();
      clearTimeout(timer);
      await sending;
      if (transport === undefined) void connecting.then((late) => late?.stop());
      else await transport.stop();
    },
  };
}

function split(from: string, news: News): string[] {
  const text = JSON.stringify({ from, ...news } satisfies Message);
  if (Buffer.byteLength(text) <= MOST_BYTES || sizeOf(news) < 2) return [text];
  const kinds = ['events', 'users', 'rewritten', 'screens', 'taken'] as const;
  const [longest] = kinds.toSorted((one, other) => news[other].length - news[one].length) as [keyof News];
  const middle = Math.ceil(news[longest].length / 2);
  return [
    ...split(from, { ...noNews, [longest]: news[longest].slice(0, middle) }),
    ...split(from, { ...news, [longest]: news[longest].slice(middle) }),
  ];
}

const sizeOf = ({ events, users, rewritten, screens, taken }: News): number =>
  events.length + users.length + rewritten.length + screens.length + taken.length;
