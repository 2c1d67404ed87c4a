import type { ClientMessage, ServerMessage } from '../../src/protocol/live.ts';
import { fromText } from '../../src/protocol/live-text.ts';
import { SCHEMA_VERSION } from '../../src/protocol/schema-version.ts';
import type { Hub, Visitor } from '../../src/server/live/hub.ts';
import type { Person } from './people.ts';
import { senderOf } from './server-hub.ts';
import type { NodeParts } from './server-node.ts';

/** A message as a browser parses it from the received bytes. */
export type Piece =
  | { readonly kind: 'message'; readonly message: ServerMessage }
  | { readonly kind: 'ping' }
  | { readonly kind: 'close' };

/** The network's side of a socket. */
export interface Far {
  deliver(piece: Piece): void;
  /** Cuts the socket at once: messages on their way are lost. */
  cut(): void;
}

/** The time that `ws` waits for the other side's close frame. */
const CLOSING_MS = 30_000;

/** The server's end of a socket: it stands in for the WebSocket and the TCP socket under it. */
export class ServerSocket {
  writable = true;
  /** Bytes that the other side has not taken yet. */
  writableLength = 0;
  private readonly unread: { readonly pieces: readonly Piece[]; readonly bytes: number }[] = [];
  private isStalled = false;
  private readonly parts: NodeParts;
  private readonly far: Far;
  private readonly visitor: Visitor;

  constructor(parts: NodeParts, hub: Hub, token: string | null, person: Person | null, far: Far) {
    this.parts = parts;
    this.far = far;
    this.visitor = hub.welcome({
      ws: this,
      socket: this,
      sender: senderOf(person),
      cookie: token ?? undefined,
      address: 'here',
      schema: SCHEMA_VERSION,
      readsPacked: false,
    });
  }

  /** Called by the hub to send a frame. */
  write(frame: Buffer): void {
    if (!this.writable) return;
    const { random, faults, scheduler } = this.parts;
    const pieces = piecesOf(frame);
    // A frame lost on the way: the reader must notice by the numbers, and is cut soon.
    const [first] = pieces;
    if (first?.kind === 'message' && isNews(first.message) && random.chance(faults.frame)) {
      scheduler.after(random.between(0, 20_000), 'lossy socket', () => this.terminate());
      return;
    }
    if (!this.isStalled && random.chance(faults.frame / 5)) this.stall(random.between(100, 40_000));
    if (!this.isStalled) return this.deliver(pieces);
    this.unread.push({ pieces, bytes: frame.length });
    this.writableLength += frame.length;
  }

  /** Called by the hub for a clean close: the other side closes when it receives the close frame. */
  close(): void {
    this.deliver([{ kind: 'close' }]);
    this.parts.scheduler.after(CLOSING_MS, 'socket closing', () => this.terminate());
  }

  /** Called by the hub to cut the socket. */
  terminate(): void {
    if (!this.writable) return;
    this.writable = false;
    this.parts.scheduler.after(0, 'socket cut', () => this.visitor.left());
    this.far.cut();
  }

  /** The other side has closed it. */
  ended(): void {
    if (!this.writable) return;
    this.writable = false;
    this.visitor.left();
  }

  /** The process is dead. */
  die(): void {
    this.writable = false;
  }

  receive(message: ClientMessage): void {
    if (this.writable) this.visitor.receive(Buffer.from(JSON.stringify(message)), false);
  }

  pong(): void {
    if (this.writable) this.visitor.hear();
  }

  private stall(ms: number): void {
    this.isStalled = true;
    this.parts.scheduler.after(ms, 'stalled socket', () => {
      this.isStalled = false;
      this.writableLength = 0;
      for (const { pieces } of this.unread.splice(0)) if (this.writable) this.deliver(pieces);
    });
  }

  private deliver(pieces: readonly Piece[]): void {
    for (const piece of pieces) this.far.deliver(piece);
  }
}

const isNews = ({ type }: ServerMessage): boolean => type === 'changes' || type === 'rows';

const PING = 0x9;
const known = new WeakMap<Buffer, readonly Piece[]>();

/** One frame goes to many sockets, and is read once for all of them. */
function piecesOf(frame: Buffer): readonly Piece[] {
  const before = known.get(frame);
  if (before !== undefined) return before;
  const pieces: Piece[] = [];
  for (let at = 0; at < frame.length;) {
    const short = frame[at + 1]!;
    const start = at + (short === 127 ? 10 : short === 126 ? 4 : 2);
    const length =
      short === 127 ? Number(frame.readBigUInt64BE(at + 2)) : short === 126 ? frame.readUInt16BE(at + 2) : short;
    const end = start + length;
    if ((frame[at]! & 0xf) === PING) pieces.push({ kind: 'ping' });
    else pieces.push({ kind: 'message', message: fromText(frame.toString('utf8', start, end))! });
    at = end;
  }
  known.set(frame, pieces);
  return pieces;
}
