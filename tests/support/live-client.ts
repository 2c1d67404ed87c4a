import { inflateSync } from 'node:zlib';
import { WebSocket, type ClientOptions } from 'ws';
import { type RowsFrame, setRows } from '../../src/domain/sights/set-rows.ts';
import { applyAll } from '../../src/domain/events/apply.ts';
import type { EventState } from '../../src/domain/model/state.ts';
import { AS_NOBODY, type ClientMessage, LIVE_PATH, PACKED, type ServerMessage } from '../../src/protocol/live.ts';
import { fromText } from '../../src/protocol/live-text.ts';
import { SCHEMA_QUERY, SCHEMA_VERSION } from '../../src/protocol/schema-version.ts';

const PATIENCE_MS = 60_000;

type OfType<Type extends ServerMessage['type']> = ServerMessage & { readonly type: Type };

export interface LiveOptions extends ClientOptions {
  /** Behaves like a browser that cannot unpack frames. */
  readonly isOld?: boolean;
  /** The socket of a screen, which leaves its session aside. */
  readonly isNobody?: boolean;
  /** The schema version that the page sends; null for a page of the release before, which sends none. */
  readonly schema?: number | null;
}

/** A browser's socket, with everything it was sent. */
export interface LiveClient {
  readonly ws: WebSocket;
  /** The schema version in the server's greeting; null where there was no greeting. */
  readonly greeting: number | null;
  readonly messages: readonly ServerMessage[];
  /** Everything that the socket received, unpacked, byte for byte. */
  readonly received: string;
  send(message: ClientMessage): void;
  /** The first matching message of its type, among those received and those still to come. */
  until<Type extends ServerMessage['type']>(
    type: Type,
    fits?: (message: OfType<Type>) => boolean,
  ): Promise<OfType<Type>>;
  /** From now on `until` looks only at later messages. */
  mark(): void;
  closed(): Promise<{ readonly code: number; readonly reason: string }>;
  close(): Promise<void>;
}

export function openLive(url: string, cookie = '', more: LiveOptions = {}): Promise<LiveClient> {
  const { isOld, isNobody, schema = SCHEMA_VERSION, ...options } = more;
  const said = [
    isOld === true ? [] : PACKED,
    schema === null ? [] : `${SCHEMA_QUERY}=${schema}`,
    isNobody ? AS_NOBODY : [],
  ].flat();
  const query = `?${said.join('&')}`;
  const ws = new WebSocket(url.replace('http', 'ws') + LIVE_PATH + query, {
    ...options,
    headers: { ...(cookie !== '' && { cookie }), ...options.headers },
  });
  const messages: ServerMessage[] = [];
  const waiting = new Set<() => void>();
  let received = '';
  let greeting: number | null = null;
  let marked = 0;
  ws.on('message', (data: Buffer, isBinary) => {
    const text = (isBinary ? inflateSync(data) : data).toString();
    received += text;
    const message = fromText(text)!;
    if (message.type === 'hello') greeting = message.schema;
    else messages.push(message);
    for (const look of waiting) look();
  });
  const closing = new Promise<{ code: number; reason: string }>((resolve) => {
    ws.on('close', (code, reason) => resolve({ code, reason: reason.toString() }));
  });

  function until<Type extends ServerMessage['type']>(
    type: Type,
    fits: (message: OfType<Type>) => boolean = () => true,
  ) {
    return new Promise<OfType<Type>>((resolve, reject) => {
      const timer = setTimeout(() => {
        waiting.delete(look);
        reject(new Error(`No fitting '${type}' came; there are: ${summary(messages)}`));
      }, PATIENCE_MS);
      function look(): void {
        const found = messages
          .slice(marked)
          .find((message): message is OfType<Type> => message.type === type && fits(message as OfType<Type>));
        if (found === undefined) return;
        clearTimeout(timer);
        waiting.delete(look);
        resolve(found);
      }
      waiting.add(look);
      look();
    });
  }

  const client: LiveClient = {
    ws,
    get greeting() {
      return greeting;
    },
    messages,
    get received() {
      return received;
    },
    send: (message) => ws.send(JSON.stringify(message)),
    until,
    mark() {
      marked = messages.length;
    },
    closed: () => closing,
    async close() {
      ws.close();
      await closing;
    },
  };
  return new Promise((resolve, reject) => {
    ws.once('open', () => resolve(client));
    ws.once('error', reject);
  });
}

function summary(messages: readonly ServerMessage[]): string {
  return messages.map((message) => JSON.stringify(message).slice(0, 120)).join('\n');
}

/** The event as a browser builds it from the messages. Throws when a change is missing, doubled or out of order. */
export function replay(messages: readonly ServerMessage[], eventId: string, start: EventState | null = null) {
  let event = start;
  for (const message of messages) {
    if (message.type === 'event' && message.event.id === eventId) event = message.event;
    if (message.type === 'changes' && message.eventId === eventId) event = applyAll(event, message.changes);
    if (message.type === 'rows' && message.eventId === eventId) event = takeRows(event, message);
  }
  return event;
}

function takeRows(event: EventState | null, frame: RowsFrame): EventState {
  if (event === null || frame.after > event.seq)
    throw new Error(`Rows after ${frame.after} do not follow ${event?.seq}`);
  return setRows(event, frame);
}

/** The answer to a request for a socket that is refused. */
export function openRefused(url: string, options: ClientOptions): Promise<number> {
  const ws = new WebSocket(url.replace('http', 'ws') + LIVE_PATH, options);
  return new Promise((resolve, reject) => {
    ws.on('unexpected-response', (_request, response) => {
      resolve(response.statusCode ?? 0);
      response.destroy();
    });
    ws.on('open', () => reject(new Error('It was let in')));
    ws.on('error', () => undefined);
  });
}
