/** A small file can unpack to gigabytes in the browser of whoever looks at it: the file itself says how large its picture is. */
const MAX_SIDE = 4_096;

const PNG = '89504e470d0a1a0a';

/** The media type of a picture that every browser shows and none runs, by its own first bytes. Undefined for all else. */
export function pictureKindOf(bytes: Buffer): 'image/jpeg' | 'image/png' | 'image/webp' | undefined {
  if (bytes.length < 32) return undefined;
  if (bytes.toString('hex', 0, 8) === PNG) {
    return isFit(bytes.readUInt32BE(16), bytes.readUInt32BE(20)) ? 'image/png' : undefined;
  }
  if (bytes.readUInt16BE(0) === 0xffd8) return isFitJpeg(bytes) ? 'image/jpeg' : undefined;
  const isWebp = bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WEBP';
  return isWebp && isFitWebp(bytes) ? 'image/webp' : undefined;
}

const isFit = (width: number, height: number): boolean =>
  width > 0 && height > 0 && width <= MAX_SIDE && height <= MAX_SIDE;

/** Walks from segment to segment up to the one that says how large the picture is. */
function isFitJpeg(bytes: Buffer): boolean {
  for (let at = 2; at + 9 <= bytes.length && bytes[at] === 0xff; at += 2 + bytes.readUInt16BE(at + 2)) {
    const marker = bytes[at + 1]!;
    // Of c0 to cf three are no beginnings of a frame: tables and the arithmetic coder.
    const isFrame = marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;
    if (isFrame) return isFit(bytes.readUInt16BE(at + 7), bytes.readUInt16BE(at + 5));
  }
  return false;
}

/** The three ways in which WebP writes its size; an animated picture is refused. */
function isFitWebp(bytes: Buffer): boolean {
  const kind = bytes.toString('latin1', 12, 16);
  if (kind === 'VP8 ') return isFit(bytes.readUInt16LE(26) & 0x3fff, bytes.readUInt16LE(28) & 0x3fff);
  if (kind === 'VP8L') {
    const packed = bytes.readUInt32LE(21);
    return isFit((packed & 0x3fff) + 1, ((packed >> 14) & 0x3fff) + 1);
  }
  const isStill = kind === 'VP8X' && (bytes[20]! & 0x02) === 0;
  return isStill && isFit(bytes.readUIntLE(24, 3) + 1, bytes.readUIntLE(27, 3) + 1);
}
