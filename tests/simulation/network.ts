import { refuse } from '../../src/domain/result.ts';
import type { LiveSocket, SocketHandlers } from '../../src/client/sync/ports.ts';
import type { ErrorCode } from '../../src/protocol/errors.ts';
import { CALL_TIMEOUT_MS } from '../../src/protocol/limits.ts';
import type { ClientMessage, ServerMessage } from '../../src/protocol/live.ts';
import type { Random } from './random.ts';
import type { Scheduler } from './scheduler.ts';
import type { Reply, ServerNode } from './server-node.ts';
import type { Piece, ServerSocket } from './server-socket.ts';

/** The probabilities of network faults; all 0 once the world is healed. */
export interface NetworkFaults {
  drop: number;
  double: number;
  slow: number;
  /** A proxy answers instead of the server, or replaces its answer. */
  answerOtherwise: number;
  closeSocket: number;
}

export interface NetworkParts {
  readonly scheduler: Scheduler;
  readonly random: Random;
  readonly nodes: readonly ServerNode[];
  readonly faults: NetworkFaults;
}

/** The link of one device to the server: each request reaches a random node. */
export class Link {
  isCut = false;
  private readonly parts: NetworkParts;
  private readonly name: string;
  private readonly sockets = new Set<() => void>();

  constructor(parts: NetworkParts, name: string) {
    this.parts = parts;
    this.name = name;
  }

  /** A silently cut socket stays half open: neither end is told. */
  cut(isSilent: boolean): void {
    this.isCut = true;
    if (isSilent) return;
    for (const close of Array.from(this.sockets)) close();
  }

  mend(): void {
    this.isCut = false;
  }

  request<Value>(what: string, handle: (node: ServerNode) => Promise<Reply<Value>>): Promise<Reply<Value>> {
    const { scheduler, random, faults } = this.parts;
    const label = `${this.name} ${what}`;
    return new Promise((resolve) => {
      const cancelTimeout = scheduler.after(CALL_TIMEOUT_MS, `${label} timeout`, () =>
        settle(refuse({ code: 'deadline-exceeded' })),
      );
      const settle = (reply: Reply<Value>): void => {
        cancelTimeout();
        resolve(reply);
      };
      const copies = random.chance(faults.double) ? 2 : 1;
      for (let copy = 0; copy < copies; copy += 1) {
        if (this.isCut) {
          if (random.chance(0.7))
            scheduler.after(random.between(1, 900), `${label} unreachable`, () =>
              settle(refuse({ code: 'unavailable' })),
            );
          continue;
        }
        scheduler.after(this.delay(), label, () => this.arrive(label, handle, settle));
      }
    });
  }

  private arrive<Value>(
    label: string,
    handle: (node: ServerNode) => Promise<Reply<Value>>,
    settle: (reply: Reply<Value>) => void,
  ): void {
    const { scheduler, random, nodes, faults } = this.parts;
    if (this.isCut || random.chance(faults.drop)) return;
    const back = (reply: Reply<Value>): void => {
      if (random.chance(faults.drop)) return;
      scheduler.after(this.delay(), `${label} answer`, () => {
        if (!this.isCut) settle(reply);
      });
    };
    const node = random.pick(nodes);
    if (!node.isUp) return back(refuse({ code: 'unavailable' }));
    if (random.chance(faults.answerOtherwise)) {
      const code = random.pick(label.endsWith('commands') ? OTHERWISE : OTHERWISE_TO_READS);
      // The server may have handled the request all the same.
      if (random.chance(0.5)) void handle(node).catch(() => {});
      return back(refuse(code === 'too-many-requests' ? { code, retryAfterSeconds: random.below(5) } : { code }));
    }
    const forget = node.onDown(() => {
      if (random.chance(0.7)) back(refuse({ code: 'unavailable' }));
    });
    handle(node).then(
      (reply) => {
        forget();
        back(reply);
      },
      () => {
        forget();
        back(refuse({ code: 'internal' }));
      },
    );
  }

  openSocket(
    token: string | null,
    handlers: SocketHandlers,
    onDeliver: (message: ServerMessage, keyOf: (eventId: string) => string | undefined) => void,
  ): LiveSocket {
    const { scheduler, random, nodes, faults } = this.parts;
    const label = `${this.name} socket`;
    let server: ServerSocket | null = null;
    let isClosed = false;
    // After a lost message nothing later arrives either: the socket is half open until one end notices.
    let isBroken = false;
    const carries = (): boolean => {
      isBroken ||= this.isCut;
      return !isClosed && !isBroken;
    };
    // Times and not delays: `now + (at - now)` may come out one rounding later than `at`, and overtake.
    let [toServerAt, toClientAt] = [0, 0];
    const keys = new Map<string, string | undefined>();

    const close = (): void => {
      if (isClosed) return;
      isClosed = true;
      this.sockets.delete(close);
      const ended = server;
      server = null;
      forget?.();
      if (ended !== null && !isBroken && !this.isCut) ended.ended();
      scheduler.after(random.between(0, 50), `${label} closed`, () => handlers.onClose());
    };
    let forget: (() => void) | null = null;
    const toServer = (what: string, arrive: (end: ServerSocket) => void): void => {
      toServerAt = Math.max(toServerAt, scheduler.now + this.delay());
      scheduler.at(toServerAt, `${label} out ${what}`, () => {
        if (carries() && server !== null) arrive(server);
      });
    };
    const take = (piece: Piece): void => {
      if (piece.kind === 'close') return close();
      // The browser answers pings by itself, whatever the page does.
      if (piece.kind === 'ping') return toServer('pong', (end) => end.pong());
      onDeliver(piece.message, (eventId) => keys.get(eventId));
      handlers.onMessage(piece.message);
    };
    const toClient = (piece: Piece): void => {
      if (!carries()) return;
      if (random.chance(faults.closeSocket)) return close();
      toClientAt = Math.max(toClientAt, scheduler.now + this.delay());
      const what = piece.kind === 'message' ? piece.message.type : piece.kind;
      scheduler.at(toClientAt, `${label} in ${what}`, () => {
        if (carries()) take(piece);
      });
    };
    this.sockets.add(close);
    scheduler.after(this.delay(), `${label} open`, () => {
      if (isClosed) return;
      const node = random.pick(nodes);
      if (this.isCut || !node.isUp || random.chance(faults.drop)) {
        if (random.chance(0.7)) close();
        return;
      }
      forget = node.onDown(() => {
        server = null;
        if (random.chance(0.7)) close();
      });
      node.openSocket(token, { deliver: toClient, cut: close }).then((end) => {
        if (isClosed) return end.ended();
        server = end;
        handlers.onOpen();
      }, close);
    });
    return {
      send: (message: ClientMessage) => {
        if (server === null || !carries()) return;
        // Changes sent under a key may still be on their way when the page follows again without it.
        if (message.type === 'follow-event') keys.set(message.eventId, message.key ?? keys.get(message.eventId));
        toServer(message.type, (end) => end.receive(message));
      },
      close,
    };
  }

  private delay(): number {
    const { random, faults } = this.parts;
    if (random.chance(faults.slow)) return random.between(500, 90_000);
    return random.between(2, 120);
  }
}

const OTHERWISE_TO_READS: readonly ErrorCode[] = [
  'unauthenticated',
  'client-outdated',
  'too-many-requests',
  'internal',
  'unavailable',
  'deadline-exceeded',
  'invalid-argument',
];
/** An answer to a whole batch must not remove any command from the outbox. */
const OTHERWISE: readonly ErrorCode[] = [...OTHERWISE_TO_READS, 'payload-too-large', 'permission-denied', 'not-found'];
