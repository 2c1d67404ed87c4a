import { randomUUID } from 'node:crypto';
import { WebSocket } from 'ws';
import { createMemoryStorage } from '../../src/client/sync/memory-storage.ts';
import type { Answer, SocketHandlers, SyncPorts, Transport } from '../../src/client/sync/ports.ts';
import { createSyncClient, type SyncClient } from '../../src/client/sync/sync-client.ts';
import { createCall } from '../../src/client/session/create-call.ts';
import type { Viewer } from '../../src/protocol/account.ts';
import { errors } from '../../src/protocol/errors.ts';
import { type ClientMessage, LIVE_PATH, type ServerMessage } from '../../src/protocol/live.ts';
import { SCHEMA_QUERY, SCHEMA_VERSION } from '../../src/protocol/schema-version.ts';
import { fromText } from '../../src/protocol/live-text.ts';
import { api } from '../../src/protocol/routes.ts';
import type { Nginx } from '../cluster/nginx.ts';
import { CLIENT_ADDRESS, type SecureFetch } from './secure-fetch.ts';

export interface DeviceParts {
  readonly nginx: Nginx;
  readonly fetch: SecureFetch;
  readonly viewer: Viewer;
  readonly cookie: string;
  onMessage?(message: ServerMessage): void;
  onSend?(message: ClientMessage): void;
  onSocket?(what: 'opened' | 'closed'): void;
}

/** The real sync client, over real connections through nginx. Its storage is in memory: devices are not killed here. */
export function createDevice(parts: DeviceParts): SyncClient {
  const ports: SyncPorts = {
    // A viewer stores nothing: hundreds of copies of a growing event would be most of the work here.
    storage: {
      ...createMemoryStorage(),
      isDurable: true,
      ...(parts.viewer.kind === 'nobody' && { saveEvent: async () => undefined }),
    },
    transport: createTransport(parts),
    clock: { read: () => ({ wall: Date.now(), monotonic: performance.now(), origin: performance.timeOrigin }) },
    timers: {
      after(ms, run) {
        const timer = setTimeout(run, ms);
        return () => clearTimeout(timer);
      },
    },
    lock: {
      async run(task) {
        await task();
        return true;
      },
    },
    tabs: { announce: () => undefined, listen: () => () => undefined },
    signals: { listen: () => () => undefined },
    ids: { make: randomUUID },
    random: Math.random,
    log: () => undefined,
  };
  return createSyncClient(ports, parts.viewer);
}

function createTransport(parts: DeviceParts): Transport {
  const { nginx, cookie } = parts;
  const headers = { origin: nginx.url, ...(cookie !== '' && { cookie }) };
  const call = createCall({
    errors,
    async fetch(path, { method = 'GET', headers: own, body }) {
      const given = { ...headers, ...(own as Record<string, string>) };
      const answer = await parts.fetch(path, { method, headers: given, ...(body != null && { body: String(body) }) });
      return new Response(answer.body, { status: answer.status, headers: answer.headers });
    },
    epoch: () => 0,
    onUnauthenticated: () => undefined,
  });
  const eventPath = (path: string, eventId: string, key: string | undefined, more = '') =>
    `${path.replace(':eventId', eventId)}?${new URLSearchParams(key === undefined ? {} : { key })}${more}`;
  const get = <Value>(path: string): Answer<Value> => call<Value>('GET', path);
  return {
    sendCommands: (batch) => call('POST', api.commands, batch),
    fetchAccount: () => get(api.account),
    fetchEvent: (eventId, key) => get(eventPath(api.event, eventId, key)),
    fetchChanges: (eventId, after, key, sights = ['viewer']) =>
      get(eventPath(api.changes, eventId, key, `&after=${after}&sights=${sights.join()}`)),
    fetchGroup: (groupId) => get(api.group.replace(':groupId', groupId)),
    exchangeClock: () => get(api.clock),
    openSocket: (handlers) => openSocket(parts, headers, handlers),
  };
}

function openSocket(parts: DeviceParts, headers: Record<string, string>, handlers: SocketHandlers) {
  const { nginx, onSocket } = parts;
  const socket = new WebSocket(`${nginx.url.replace('http', 'ws')}${LIVE_PATH}?${SCHEMA_QUERY}=${SCHEMA_VERSION}`, {
    ca: nginx.ca,
    headers,
    localAddress: CLIENT_ADDRESS,
  });
  socket.on('open', () => {
    onSocket?.('opened');
    handlers.onOpen();
  });
  socket.on('message', (data: Buffer) => {
    const message = fromText(data.toString())!;
    parts.onMessage?.(message);
    handlers.onMessage(message);
  });
  // An error is followed by a close.
  socket.on('error', () => undefined);
  socket.on('close', () => {
    onSocket?.('closed');
    handlers.onClose();
  });
  return {
    send(message: ClientMessage) {
      if (socket.readyState !== socket.OPEN) return;
      parts.onSend?.(message);
      socket.send(JSON.stringify(message));
    },
    close: () => socket.terminate(),
  };
}
