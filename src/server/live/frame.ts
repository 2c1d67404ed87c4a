import { constants, deflateSync } from 'node:zlib';
import type { ServerMessage } from '../../protocol/live.ts';
import { toText } from '../../protocol/live-text.ts';

/** A whole WebSocket frame, made once and written to any number of sockets as it is. */
export interface Frame {
  readonly plain: Buffer;
  /** For those who can unpack: what is long, deflated. */
  readonly packed: Buffer;
}

export interface FrameBuilder {
  build(message: ServerMessage): Frame;
  /** How many were made. Followers who see the same share one, so this must not grow with their number. */
  readonly built: number;
  readonly bytes: number;
}

export function createFrameBuilder(): FrameBuilder {
  let built = 0;
  let bytes = 0;
  return {
    build(message) {
      const frame = new TextFrame(toText(message));
      built += 1;
      bytes += frame.plain.length;
      return frame;
    },
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

/** What fits into one packet takes as long to travel, packed or not. */
const PACKED_FROM_BYTES = 1200;

export class TextFrame implements Frame {
  readonly plain: Buffer;
  readonly #start: number;
  #packed: Buffer | undefined;

  constructor(text: string) {
    const { bytes, start } = allocate(FINAL_TEXT, Buffer.byteLength(text));
    bytes.write(text, start);
    this.plain = bytes;
    this.#start = start;
  }

  /** Once, and not before somebody is sent it. */
  get packed(): Buffer {
    return (this.#packed ??= this.plain.length < PACKED_FROM_BYTES ? this.plain : this.#pack());
  }

  #pack(): Buffer {
    // More effort makes it a twentieth shorter, and takes twice as long.
    const content = deflateSync(this.plain.subarray(this.#start), { level: constants.Z_BEST_SPEED });
    const { bytes, start } = allocate(FINAL_BINARY, content.length);
    content.copy(bytes, start);
    return bytes;
  }
}

/** In one write: the ping for the browser, which answers it, and the message for the page, which does not see pings. */
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
