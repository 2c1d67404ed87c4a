import { randomUUID } from 'node:crypto';
import { type IncomingMessage, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { callStatusOf, type ErrorAnswer, type ErrorCode, errors } from '../../protocol/errors.ts';
import { LIVE_PATH } from '../../protocol/live.ts';
import type { Sender } from '../commands/sender.ts';
import { addressKey, clientAddressOf } from '../http/client-address.ts';
import { isOwnOrigin } from '../http/guards.ts';
import type { Limits, LiveParts } from './parts.ts';

/** A request for a socket that was let through. */
export interface Arrival {
  readonly request: IncomingMessage;
  readonly socket: Duplex;
  readonly head: Buffer;
  readonly sender: Sender | null;
  /** Only the cookie: the rest of the request is not kept for as long as the socket. */
  readonly headers: Headers;
  readonly address: string;
}

export interface Doorkeeper {
  /** Lets the request through, or answers it with a refusal. Whoever is let through counts until the socket closes. */
  receive(request: IncomingMessage, socket: Duplex, head: Buffer): Promise<void>;
  shut(): void;
}

type DoorParts = Pick<LiveParts, 'publicUrl' | 'trustedProxies' | 'recognise' | 'log'>;

export function createDoorkeeper(parts: DoorParts, limits: Limits, admit: (arrival: Arrival) => void): Doorkeeper {
  const perAddress = new Map<string, number>();
  let total = 0;
  let isShut = false;

  function refusalOf(request: IncomingMessage, address: string): ErrorCode | null {
    if (pathOf(request) !== LIVE_PATH) return 'not-found';
    if (isShut || total >= limits.connections) return 'unavailable';
    if (!isOwnOrigin((name) => headerOf(request, name), parts.publicUrl)) return 'origin-refused';
    return (perAddress.get(address) ?? 0) >= limits.connectionsPerAddress ? 'too-many-requests' : null;
  }

  /** Counted from before the session is looked up: many at once must not all find room. */
  function count(address: string, socket: Duplex): void {
    total += 1;
    perAddress.set(address, (perAddress.get(address) ?? 0) + 1);
    socket.once('close', () => {
      total -= 1;
      const left = (perAddress.get(address) ?? 1) - 1;
      if (left === 0) perAddress.delete(address);
      else perAddress.set(address, left);
    });
  }

  return {
    async receive(request, socket, head) {
      // Whoever hangs up meanwhile must not bring the process down.
      const ignore = () => undefined;
      socket.on('error', ignore);
      const remote = request.socket.remoteAddress ?? 'unknown';
      const forwarded = headerOf(request, 'x-forwarded-for');
      const address = addressKey(clientAddressOf(remote, forwarded, parts.trustedProxies));
      const refusal = refusalOf(request, address);
      if (refusal !== null) return refuse(socket, refusal);
      count(address, socket);
      const { cookie } = request.headers;
      const headers = new Headers(cookie === undefined ? {} : { cookie });
      let sender: Sender | null = null;
      try {
        if (cookie !== undefined) sender = await parts.recognise(headers);
      } catch (error) {
        parts.log.error('The session of a new socket could not be read', { error });
        return refuse(socket, 'unavailable');
      }
      if (isShut) return refuse(socket, 'unavailable');
      if (socket.destroyed) return;
      socket.off('error', ignore);
      admit({ request, socket, head, sender, headers, address });
    },
    shut() {
      isShut = true;
    },
  };
}

function headerOf(request: IncomingMessage, name: string): string | undefined {
  const value = request.headers[name];
  return Array.isArray(value) ? value.join(', ') : value;
}

function pathOf({ url = '' }: IncomingMessage): string {
  return url.split('?', 1)[0]!;
}

function refuse(socket: Duplex, code: ErrorCode): void {
  const { http, text } = errors[code];
  const error = { code, status: callStatusOf(http), message: text, requestId: randomUUID() };
  const body = JSON.stringify({ error } satisfies ErrorAnswer);
  const lines = [
    `HTTP/1.1 ${http} ${STATUS_CODES[http] ?? 'Refused'}`,
    'Connection: close',
    'Content-Type: application/json',
    `Content-Length: ${Buffer.byteLength(body)}`,
  ];
  socket.once('finish', () => socket.destroy());
  socket.end(`${lines.join('\r\n')}\r\n\r\n${body}`);
}
