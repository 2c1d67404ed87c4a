import { randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { type WebSocket, WebSocketServer } from 'ws';
import { type PostedMessage, type PushService, startPushService } from './push-service.ts';

/** What Firefox says about a message: 100 when its service worker has got it, others when it could not. */
interface Acknowledged {
  readonly version: string;
  readonly code: number;
}

export interface BrowserPush extends PushService {
  /** For Firefox's setting `dom.push.serverURL`. */
  readonly socketUrl: string;
  readonly acknowledged: readonly Acknowledged[];
}

interface FromBrowser {
  readonly messageType: string;
  readonly uaid?: string;
  readonly channelID?: string;
  readonly updates?: readonly { readonly version: string; readonly code?: number }[];
}

/**
 * A push service with both of its sides on this machine: servers post messages to it, and a Firefox receives them over
 * a socket, in the protocol of Mozilla's own service (https://mozilla-push-service.readthedocs.io).
 */
export async function startBrowserPush(): Promise<BrowserPush> {
  const service = await startPushService();
  const stopService = service.stop;
  const acknowledged: Acknowledged[] = [];
  /** Subscriptions by the path that messages are posted to. */
  const channels = new Map<string, { readonly channelID: string; readonly socket: WebSocket }>();
  const sockets = new WebSocketServer({ host: '127.0.0.1', port: 0 });
  sockets.on('connection', (socket) => {
    const answer = (message: object) => socket.send(JSON.stringify(message));
    socket.on('message', (data) => {
      const said = JSON.parse(String(data)) as Partial<FromBrowser>;
      const { messageType, channelID = '' } = said;
      if (messageType === 'hello') {
        const uaid = said.uaid || randomUUID().replaceAll('-', '');
        answer({ messageType, uaid, status: 200, use_webpush: true, broadcasts: {} });
      }
      if (messageType === 'register') {
        const path = `/wpush/${randomBytes(16).toString('hex')}`;
        channels.set(path, { channelID, socket });
        answer({ messageType, channelID, status: 200, pushEndpoint: service.url + path });
      }
      if (messageType === 'unregister') answer({ messageType, channelID, status: 200 });
      if (messageType === 'ack') {
        for (const { version, code = 0 } of said.updates ?? []) acknowledged.push({ version, code });
      }
      if (messageType === 'ping') answer({ messageType });
    });
  });
  await once(sockets, 'listening');
  service.onMessage = ({ path, headers, body }: PostedMessage) => {
    const channel = channels.get(path);
    channel?.socket.send(
      JSON.stringify({
        messageType: 'notification',
        channelID: channel.channelID,
        version: randomUUID(),
        ttl: Number(headers['ttl']),
        data: body.toString('base64url'),
        headers: { encoding: headers['content-encoding'] },
      }),
    );
  };
  return Object.assign(service, {
    socketUrl: `ws://127.0.0.1:${(sockets.address() as AddressInfo).port}/`,
    acknowledged,
    stop: async () => {
      for (const socket of sockets.clients) socket.terminate();
      sockets.close();
      await stopService();
    },
  });
}
