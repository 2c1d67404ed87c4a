import { deflateSync } from 'node:zlib';
import { PNG_ADDRESS } from '../../src/protocol/letterhead.ts';

const TABLE = Uint32Array.from({ length: 256 }, (_, index) => {
  let value = index;
  for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? 0xed_b8_83_20 ^ (value >>> 1) : value >>> 1;
  return value;
});

function block(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type), data]);
  let crc = 0xff_ff_ff_ff;
  for (const byte of body) crc = TABLE[(crc ^ byte) & 0xff]! ^ (crc >>> 8);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE((crc ^ 0xff_ff_ff_ff) >>> 0);
  return Buffer.concat([length, body, sum]);
}

/** A PNG that every browser shows: grey, of this size, with so many bytes of comment. */
export function pngOf(width: number, height: number, comment = 0): Buffer {
  const head = Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, 8, 0, 0, 0, 0]);
  head.writeUInt32BE(width);
  head.writeUInt32BE(height, 4);
  // One byte before each line says how it is filtered.
  const lines = Buffer.concat(
    Array.from({ length: height }, () => Buffer.concat([Buffer.of(0), Buffer.alloc(width, 90)])),
  );
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    block('IHDR', head),
    ...(comment > 0 ? [block('tEXt', Buffer.concat([Buffer.from('Comment\0'), Buffer.alloc(comment, 'x')]))] : []),
    block('IDAT', deflateSync(lines)),
    block('IEND', Buffer.alloc(0)),
  ]);
}

export const addressOf = (png: Buffer): string => `${PNG_ADDRESS}${png.toString('base64')}`;

/** As many bytes as a logo may have. */
export const largestLogo = (): string => addressOf(pngOf(1200, 400, 95_000));
