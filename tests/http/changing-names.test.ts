import { createServer, type Server } from 'node:net';
import type { AddressInfo } from 'node:net';
import { once } from 'node:events';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { askNameServers, type Resolve } from '../../src/server/addresses/judged-lookup.ts';
import { createPushTransport } from '../../src/server/followers/push-transport.ts';
import { deriveVapidKeys } from '../../src/server/followers/vapid.ts';
import { send } from '../../src/server/webhooks/send.ts';
import { watchConnections } from '../support/connections.ts';
import { SECRET } from '../support/follower-server.ts';
import { type NameServer, startNameServer } from '../support/name-server.ts';
import { createSubscription } from '../support/push-service.ts';

const PUBLIC = '93.184.215.14';
const PRIVATE = '127.0.0.1';

/** An attempt to send to this address, and the word by which the sender says that the address is refused. */
interface Sender {
  readonly refused: string;
  attempt(url: string, resolve: Resolve, stop: AbortSignal): Promise<string>;
}

const webhook: Sender = {
  refused: 'address refused',
  attempt: (url, resolve, stop) => send({ url, headers: {}, body: '{}' }, { toPrivate: false, resolve }, stop),
};
const push: Sender = {
  refused: 'gone',
  async attempt(url, resolve, stop) {
    const vapid = deriveVapidKeys(SECRET);
    const transport = createPushTransport({ vapid, subject: 'mailto:us@example.org', standIn: undefined, resolve });
    const { endpoint, p256dh, auth } = createSubscription({ url }).by;
    const message = { endpoint, p256dh, auth, payload: '{}', topic: 'topic', ttlSeconds: 60 };
    return (await transport.send(message, stop)).kind;
  },
};

describe.each([
  ['[AP30] a webhook', webhook],
  ['[FO10] a push message', push],
])('%s to a name that changes', (_name, { attempt, refused }) => {
  let names: NameServer;
  /** A service beside the server, which nobody outside may reach. */
  let beside: Server;
  let connections: number;
  beforeEach(async () => {
    connections = 0;
    beside = createServer((socket) => {
      connections += 1;
      socket.destroy();
    }).listen(0, PRIVATE);
    await once(beside, 'listening');
  });
  afterEach(async () => {
    beside.close();
    await names.stop();
  });

  /** One attempt, cut off when it begins to connect: there is no such receiver. */
  async function tryOnce() {
    const stop = new AbortController();
    const { port } = beside.address() as AddressInfo;
    const url = `https://receiver.example:${port}`;
    let outcome = '';
    const tried = await watchConnections(
      port,
      async () => (outcome = await attempt(url, askNameServers([names.address]), stop.signal)),
      () => stop.abort(),
    );
    return { outcome, tried };
  }

  test('goes to the address that was judged, and the name is asked once for it', async () => {
    names = await startNameServer(PUBLIC, PRIVATE);
    const first = await tryOnce();
    expect(first.tried).toEqual([PUBLIC]);
    expect(names.asked()).toBe(1);
    const second = await tryOnce();
    expect(second).toEqual({ outcome: refused, tried: [] });
    expect(names.asked()).toBe(2);
    expect(connections).toBe(0);
  });

  test('is refused by the first answer, whatever the second would have been', async () => {
    names = await startNameServer(PRIVATE, PUBLIC);
    expect(await tryOnce()).toEqual({ outcome: refused, tried: [] });
    expect(connections).toBe(0);
  });
});
