import { ok, refuse, type Result } from '../../domain/result.ts';

export type UnzipFault = 'too-large' | 'unreadable';

/** A file in an archive, as the archive's directory describes it. */
interface Part {
  readonly method: number;
  readonly packed: number;
  readonly size: number;
  readonly offset: number;
}

export interface Archive {
  has(name: string): boolean;
  /** The text of a part. What all parts read so far unpack to counts towards the archive's limit. */
  readText(name: string): Promise<Result<string, UnzipFault>>;
}

const END_OF_DIRECTORY = 0x06054b50;
const DIRECTORY_ENTRY = 0x02014b50;
const LOCAL_HEADER = 0x04034b50;
const END_BYTES = 22;
const LONGEST_COMMENT = 0xff_ff;
const STORED = 0;
const DEFLATED = 8;
const ENCRYPTED = 1;

/**
 * Unpacks parts of a zip archive up to `most` bytes. A part is refused by the size in the directory before anything is
 * unpacked, and unpacking stops at that size: a directory that lies gets no more memory than it has asked for.
 */
export function openArchive(bytes: Uint8Array<ArrayBuffer>, most: number): Archive | null {
  const parts = readDirectory(bytes);
  if (parts === null) return null;
  let left = most;
  return {
    has: (name) => parts.has(name),
    async readText(name) {
      const part = parts.get(name);
      if (part === undefined) return refuse('unreadable');
      if (part.size > left) return refuse('too-large');
      left -= part.size;
      const content = await unpack(bytes, part);
      return content === null ? refuse('unreadable') : ok(decodeXml(content));
    },
  };
}

function readDirectory(bytes: Uint8Array<ArrayBuffer>): ReadonlyMap<string, Part> | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const end = findEnd(view);
  if (end === null) return null;
  const parts = new Map<string, Part>();
  const decoder = new TextDecoder();
  let at = view.getUint32(end + 16, true);
  while (at + 46 <= end && view.getUint32(at, true) === DIRECTORY_ENTRY) {
    const nameLength = view.getUint16(at + 28, true);
    const isEncrypted = (view.getUint16(at + 8, true) & ENCRYPTED) !== 0;
    const name = decoder.decode(bytes.subarray(at + 46, at + 46 + nameLength)).replaceAll('\\', '/');
    if (!isEncrypted) {
      parts.set(name, {
        method: view.getUint16(at + 10, true),
        packed: view.getUint32(at + 20, true),
        size: view.getUint32(at + 24, true),
        offset: view.getUint32(at + 42, true),
      });
    }
    at += 46 + nameLength + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
  }
  return parts;
}

/** The end of the directory stands at the end of the file, with a comment behind it at most. */
function findEnd(view: DataView): number | null {
  const first = Math.max(0, view.byteLength - END_BYTES - LONGEST_COMMENT);
  for (let at = view.byteLength - END_BYTES; at >= first; at -= 1) {
    if (view.getUint32(at, true) === END_OF_DIRECTORY) return at;
  }
  return null;
}

async function unpack(bytes: Uint8Array<ArrayBuffer>, part: Part): Promise<Uint8Array | null> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const { offset, packed, size, method } = part;
  if (offset + 30 > view.byteLength || view.getUint32(offset, true) !== LOCAL_HEADER) return null;
  const from = offset + 30 + view.getUint16(offset + 26, true) + view.getUint16(offset + 28, true);
  if (from + packed > view.byteLength) return null;
  const content = bytes.subarray(from, from + packed);
  if (method === STORED) return packed === size ? content : null;
  return method === DEFLATED ? inflate(content, size) : null;
}

/** Null where the content is damaged, or is not of the size that the directory says. */
async function inflate(content: Uint8Array<ArrayBuffer>, size: number): Promise<Uint8Array | null> {
  const reader = new Blob([content]).stream().pipeThrough(new DecompressionStream('deflate-raw')).getReader();
  const inflated = new Uint8Array(size);
  let filled = 0;
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return filled === size ? inflated : null;
      if (filled + value.length > size) {
        await reader.cancel();
        return null;
      }
      inflated.set(value, filled);
      filled += value.length;
    }
  } catch {
    return null;
  }
}

/** Workbooks are UTF-8, or UTF-16 with a mark. */
function decodeXml(content: Uint8Array): string {
  const isWide = (content[0] === 0xff && content[1] === 0xfe) || (content[0] === 0xfe && content[1] === 0xff);
  return new TextDecoder(isWide ? (content[0] === 0xff ? 'utf-16le' : 'utf-16be') : 'utf-8').decode(content);
}
