import type { ServerMessage } from '../../protocol/live.ts';
import { toText } from '../../protocol/live-text.ts';

/** A whole WebSocket text frame, made once and written to any number of sockets as it is. */
export type Frame = Buffer;

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
      const frame = toTextFrame(toText(message));
      built += 1;
      bytes += frame.length;
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

/** A whole frame as well; whoever gets it answers, or is not there any more. */
export const PING: Frame = Buffer.from([0x89, 0]);

const FINAL_TEXT = 0x81;
const TWO_BYTE_LENGTH = 126;
const EIGHT_BYTE_LENGTH = 127;

/** RFC 6455, section 5.2; a server masks nothing. */
export function toTextFrame(text: string): Frame {
  const length = Buffer.byteLength(text);
  const start = length < TWO_BYTE_LENGTH ? 2 : length < 0x1_00_00 ? 4 : 10;
  const frame = Buffer.allocUnsafe(start + length);
  frame[0] = FINAL_TEXT;
  if (start === 2) {
    frame[1] = length;
  } else if (start === 4) {
    frame[1] = TWO_BYTE_LENGTH;
    frame.writeUInt16BE(length, 2);
  } else {
    frame[1] = EIGHT_BYTE_LENGTH;
    frame.writeBigUInt64BE(BigInt(length), 2);
  }
  frame.write(text, start);
  return frame;
}
