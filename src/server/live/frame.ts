import { constants, deflateSync } from 'node:zlib';
import type { ServerMessage } from '../../protocol/live.ts';
import { toText } from '../../protocol/live-text.ts';

/** A whole WebSocket frame, made once and written to any number of sockets as it is. */
export interface Frame {
  readonly plain: Buffer;
  /** The frame with a long message deflated, for pages that can unpack. */
  readonly packed: Buffer;
}

export interface FrameBuilder {
  build(message: ServerMessage): Frame;
  /** Frame of a message that is written already, in pieces. */
  join(pieces: readonly Buffer[]): Frame;
  /** Number of frames made. Followers with the same view share one, so this must not grow with their number. */
  readonly built: number;
  readonly bytes: number;
}

export function createFrameBuilder(): FrameBuilder {
  let built = 0;
  let bytes = 0;
  function count(frame: Frame): Frame {
    built += 1;
    bytes += frame.plain.length;
    return frame;
  }
  return {
    build: (message) => count(new TextFrame([Buffer.from(toText(message))])),
    join: (pieces) => count(new TextFrame(pieces)),
    get built() {
      return built;
    },
    get bytes() {
      return bytes;
    },
  };
}

const FINAL_TEXT = 0x81;
const FINAL_BINARY = 0x82;
const FINAL_PING = 0x89;
const TWO_BYTE_LENGTH = 126;
const EIGHT_BYTE_LENGTH = 127;

/** A message that fits into one packet takes as long to travel, packed or not. */
const PACKED_FROM_BYTES = 1200;
/** Packing a longer message takes longer than sending it: worth it only when it is sent again. */
const LONG_BYTES = 1_000_000;
const PACKED_FOR_THE = 3;
// More effort makes a message a twentieth shorter, and takes twice as long.
const LEVEL = { level: constants.Z_BEST_SPEED };

export class TextFrame implements Frame {
  readonly plain: Buffer;
  readonly #start: number;
  #packed: Buffer | undefined;
  #asked = 0;

  constructor(pieces: readonly Buffer[]) {
    const { bytes, start } = allocate(
      FINAL_TEXT,
      pieces.reduce((sum, { length }) => sum + length, 0),
    );
    let end = start;
    for (const piece of pieces) end += piece.copy(bytes, end);
    this.plain = bytes;
    this.#start = start;
  }

  /** The message is packed once, when it is first sent packed; a very long one when it is sent for the third time. */
  get packed(): Buffer {
    if (this.#packed !== undefined) return this.#packed;
    const { length } = this.plain;
    if (length < PACKED_FROM_BYTES) return (this.#packed = this.plain);
    this.#asked += 1;
    if (length > LONG_BYTES && this.#asked < PACKED_FOR_THE) return this.plain;
    return (this.#packed = inFrame(deflateSync(this.plain.subarray(this.#start), LEVEL)));
  }
}

function inFrame(packed: Buffer): Buffer {
  const { bytes, start } = allocate(FINAL_BINARY, packed.length);
  packed.copy(bytes, start);
  return bytes;
}

/**
 * Joins two frames in one write: the ping for the browser, which answers it, and the message for the page, which does
 * not see pings.
 */
export function behindPing({ plain }: Frame): Frame {
  const bytes = Buffer.concat([allocate(FINAL_PING, 0).bytes, plain]);
  return { plain: bytes, packed: bytes };
}

/** RFC 6455, section 5.2; a server masks nothing. */
function allocate(head: number, length: number): { readonly bytes: Buffer; readonly start: number } {
  const start = length < TWO_BYTE_LENGTH ? 2 : length < 0x1_00_00 ? 4 : 10;
  const bytes = Buffer.allocUnsafe(start + length);
  bytes[0] = head;
  if (start === 2) {
    bytes[1] = length;
  } else if (start === 4) {
    bytes[1] = TWO_BYTE_LENGTH;
    bytes.writeUInt16BE(length, 2);
  } else {
    bytes[1] = EIGHT_BYTE_LENGTH;
    bytes.writeBigUInt64BE(BigInt(length), 2);
  }
  return { bytes, start };
}
