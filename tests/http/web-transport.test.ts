import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { deflateSync } from 'node:zlib';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { WebSocket, WebSocketServer } from 'ws';
import { createBackgroundCall, createFollowingTransport } from '../../src/client/sync/web-transport.ts';
import { readErrors } from '../../src/protocol/read-errors.ts';
import { SCHEMA_VERSION } from '../../src/protocol/schema-version.ts';

let server: WebSocketServer;

beforeEach(async () => {
  server = new WebSocketServer({ port: 0, host: '127.0.0.1' });
  await once(server, 'listening');
  vi.stubGlobal('WebSocket', WebSocket);
  vi.stubGlobal('navigator', { onLine: true });
  vi.stubGlobal('location', { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}` });
});

afterEach(() => {
  vi.unstubAllGlobals();
  for (const client of server.clients) client.terminate();
  server.close();
});

const message = (exchange: number, length = 0) =>
  JSON.stringify({ type: 'clock', exchange, received: 1, sent: 1, more: 'x'.repeat(length) });
const pack = (text: string) => deflateSync(text);

async function open() {
  const heard: unknown[] = [];
  let closed = 0;
  const socket = createFollowingTransport(createBackgroundCall(readErrors)).openSocket({
    onOpen: () => undefined,
    onMessage: (said) => heard.push(said.type === 'clock' ? said.exchange : said),
    onClose: () => (closed += 1),
  });
  const [peer, { url }] = (await once(server, 'connection')) as [WebSocket, { url: string }];
  return { socket, peer, url, heard, closed: () => closed, isGone: once(peer, 'close') };
}

test('a packed message is unpacked, and no later message is delivered before it', async () => {
  const { peer, url, heard } = await open();
  expect(url).toBe(`/live?schema=${SCHEMA_VERSION}&packed`);
  peer.send(message(1));
  peer.send(pack(message(2, 5_000_000)));
  peer.send(message(3));
  peer.send(pack(message(4, 2000)));
  peer.send(message(5));
  await expect.poll(() => heard).toEqual([1, 2, 3, 4, 5]);
  peer.send(message(6));
  await expect.poll(() => heard).toEqual([1, 2, 3, 4, 5, 6]);
});

test('a message that cannot be unpacked ends the socket, no later message is delivered, and the next socket resumes', async () => {
  const { peer, heard, closed, isGone } = await open();
  peer.send(message(1));
  peer.send(Buffer.from('this was never packed'));
  peer.send(message(2));
  await isGone;
  expect(heard).toEqual([1]);
  expect(closed()).toBe(1);
});

test('a socket that was closed during unpacking delivers nothing more', async () => {
  const hasBegun = vi.fn<() => void>();
  class Watched extends DecompressionStream {
    constructor(format: CompressionFormat) {
      super(format);
      hasBegun();
    }
  }
  vi.stubGlobal('DecompressionStream', Watched);
  const [former, next] = [await open(), await open()];
  for (const { peer } of [former, next]) peer.send(pack(message(1, 20_000_000)));
  former.peer.send(message(2));
  await expect.poll(() => hasBegun.mock.calls.length).toBe(2);
  former.socket.close();
  await former.isGone;
  await expect.poll(() => next.heard).toEqual([1]);
  expect(former.heard).toEqual([]);
  expect(former.closed()).toBe(1);
});

test('a browser that cannot unpack does not ask for it', async () => {
  vi.stubGlobal('DecompressionStream', undefined);
  expect((await open()).url).toBe(`/live?schema=${SCHEMA_VERSION}`);
});
