import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { WebSocketServer } from 'ws';
import { createHub, type Hub } from './hub.ts';
import type { LiveParts } from './hub-parts.ts';
import { type Limits, usualLimits } from './limits.ts';
import { systemTimers } from './timers.ts';
import { type Arrival, createDoorkeeper } from './upgrade.ts';

const GOING_AWAY = 1001;
/** Time for a browser to close its socket when the server stops. */
const GOODBYE_MS = 1000;
const MOST_FRAGMENTS = 256;

export interface Live extends Omit<Hub, 'welcome' | 'connections' | 'stop'> {
  attach(server: Server): void;
  stop(): Promise<void>;
}

/** The hub behind the WebSockets of an HTTP server. */
export function createLive(parts: LiveParts): Live {
  const limits: Limits = { ...usualLimits, ...parts.limits };
  const { log } = parts;
  const hub = createHub(parts, limits, systemTimers);
  const { connections } = hub;
  const sockets = new WebSocketServer({
    noServer: true,
    clientTracking: false,
    perMessageDeflate: false,
    maxPayload: limits.messageBytes,
    maxFragments: MOST_FRAGMENTS,
  });
  const doorkeeper = createDoorkeeper(parts, limits, welcome);
  // `ws` itself closes a socket for data that is no frame, or too large.
  const noteFailure = (error: Error): void => log.debug('A socket failed', { error });

  function welcome({ request, head, ...arrived }: Arrival): void {
    // The answer to the upgrade and the greeting are one write.
    arrived.socket.cork();
    sockets.handleUpgrade(request, arrived.socket, head, (ws) => {
      const { receive, hear, left } = hub.welcome({ ws, ...arrived });
      ws.on('message', (data, isBinary) => {
        if (ws.readyState === ws.OPEN) receive(data as Buffer, isBinary);
      });
      ws.on('ping', hear);
      ws.on('pong', hear);
      ws.on('error', noteFailure);
      ws.on('close', left);
    });
    arrived.socket.uncork();
  }

  /** Sockets whose turn has not come go on hearing everything. */
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
    // The listener stays until the server is gone: without it a request for a socket would be answered like one for a
    // page.
    attach: (server) => void server.on('upgrade', receive),
    publish: hub.publish,
    hint: hub.hint,
    rewritten: hub.rewritten,
    screensChanged: hub.screensChanged,
    refresh: hub.refresh,
    accountChanged: hub.accountChanged,
    countFollowers: hub.countFollowers,
    get counts() {
      return hub.counts;
    },
    async stop() {
      doorkeeper.shut();
      await sayGoodbye();
      hub.stop();
      const deadline = performance.now() + GOODBYE_MS;
      while (connections.size > 0 && performance.now() < deadline) {
        await sleep(10);
      }
      for (const connection of connections) connection.cut();
    },
  };
}
