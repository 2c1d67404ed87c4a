import { randomUUID } from 'node:crypto';
import { type IncomingMessage, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { createProblem, type ErrorCode, PROBLEM_TYPE } from '../../protocol/errors.ts';
import { AS_NOBODY, LIVE_PATH, PACKED } from '../../protocol/live.ts';
import { SCHEMA_QUERY, schemaIn } from '../../protocol/schema-version.ts';
import type { Sender } from '../access/sender.ts';
import { sessionCookieIn } from '../accounts/session-cookie.ts';
import { addressKey, clientAddressOf } from '../addresses/client-address.ts';
import { isOwnOrigin } from '../addresses/origins.ts';
import type { LiveParts } from './hub-parts.ts';
import type { Limits } from './limits.ts';

/** A request for a socket that was let through. */
export interface Arrival {
  readonly request: IncomingMessage;
  readonly socket: Duplex;
  readonly head: Buffer;
  readonly sender: Sender | null;
  readonly cookie: string | undefined;
  readonly address: string;
  readonly schema: number;
  readonly readsPacked: boolean;
}

export interface Doorkeeper {
  /**
   * Lets the request through, or answers it with a refusal. A request that was let through counts until its socket
   * closes.
   */
  receive(request: IncomingMessage, socket: Duplex, head: Buffer): Promise<void>;
  shut(): void;
}

type DoorParts = Pick<LiveParts, 'publicUrl' | 'trustedProxies' | 'recognise' | 'arrivals' | 'log'>;

export function createDoorkeeper(parts: DoorParts, limits: Limits, admit: (arrival: Arrival) => void): Doorkeeper {
  const perAddress = createTally();
  const perAccount = createTally();
  let total = 0;
  let isShut = false;

  function refusalOf(request: IncomingMessage, address: string): ErrorCode | null {
    if (pathOf(request) !== LIVE_PATH) return 'not-found';
    if (isShut || total >= limits.connections) return 'unavailable';
    if (!isOwnOrigin((name) => headerOf(request, name), parts.publicUrl)) return 'origin-refused';
    const isCrowded = perAddress.of(address) >= limits.connectionsPerAddress;
    return isCrowded || (parts.arrivals?.take(address) ?? 0) > 0 ? 'too-many-requests' : null;
  }

  /** Sockets are counted before the session is looked up: many at once must not all find room. */
  function count(address: string, socket: Duplex): void {
    total += 1;
    socket.once('close', () => (total -= 1));
    perAddress.count(address, socket);
  }

  return {
    async receive(request, socket, head) {
      // A client that hangs up meanwhile must not bring the process down.
      const ignore = () => undefined;
      socket.on('error', ignore);
      const remote = request.socket.remoteAddress ?? 'unknown';
      const forwarded = headerOf(request, 'x-forwarded-for');
      const client = clientAddressOf(remote, forwarded, parts.trustedProxies);
      const address = addressKey(client);
      const refusal = refusalOf(request, address);
      if (refusal !== null) return refuse(socket, refusal);
      count(address, socket);
      const query = queryOf(request);
      const cookie = query.has(AS_NOBODY) ? undefined : sessionCookieIn(request.headers.cookie, parts.publicUrl);
      let sender: Sender | null = null;
      try {
        if (cookie !== undefined) sender = await parts.recognise(cookie);
      } catch (error) {
        parts.log.error('The session of a new socket could not be read', { error });
        return refuse(socket, 'unavailable');
      }
      if (isShut) return refuse(socket, 'unavailable');
      if (socket.destroyed) return;
      if (sender !== null) {
        if (perAccount.of(sender.userId) >= limits.connectionsPerAccount) return refuse(socket, 'too-many-requests');
        perAccount.count(sender.userId, socket);
      }
      socket.off('error', ignore);
      const schema = schemaIn(query.get(SCHEMA_QUERY));
      admit({ request, socket, head, sender, cookie, address: client, schema, readsPacked: query.has(PACKED) });
    },
    shut() {
      isShut = true;
    },
  };
}

interface Tally {
  of(name: string): number;
  /** Counts until the socket closes. */
  count(name: string, socket: Duplex): void;
}

function createTally(): Tally {
  const counts = new Map<string, number>();
  return {
    of: (name) => counts.get(name) ?? 0,
    count(name, socket) {
      counts.set(name, (counts.get(name) ?? 0) + 1);
      socket.once('close', () => {
        const left = (counts.get(name) ?? 1) - 1;
        if (left === 0) counts.delete(name);
        else counts.set(name, left);
      });
    },
  };
}

function headerOf(request: IncomingMessage, name: string): string | undefined {
  const value = request.headers[name];
  return Array.isArray(value) ? value.join(', ') : value;
}

const pathOf = ({ url = '' }: IncomingMessage): string => url.split('?', 1)[0]!;

const queryOf = ({ url = '' }: IncomingMessage): URLSearchParams => new URLSearchParams(url.split('?', 2)[1]);

function refuse(socket: Duplex, code: ErrorCode): void {
  const problem = createProblem(code, randomUUID());
  const body = JSON.stringify(problem);
  const lines = [
    `HTTP/1.1 ${problem.status} ${STATUS_CODES[problem.status] ?? 'Refused'}`,
    'Connection: close',
    `Content-Type: ${PROBLEM_TYPE}`,
    `Content-Length: ${Buffer.byteLength(body)}`,
  ];
  socket.once('finish', () => socket.destroy());
  socket.end(`${lines.join('\r\n')}\r\n\r\n${body}`);
}
