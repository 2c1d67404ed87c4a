import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';

/** A text that many readers ask for: written once, compressed once, known by its hash. */
export interface KeptText {
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** Hash of the text, for an ETag that puts quotes around it. */
  readonly tag: string;
  compress(): Promise<Uint8Array<ArrayBuffer>>;
}

/** Bytes above which a text is compressed with less effort: large texts are made anew every second while a race is on. */
const LONG = 200_000;

export function keepText(text: string | Uint8Array<ArrayBuffer>): KeptText {
  const bytes = typeof text === 'string' ? new TextEncoder().encode(text) : text;
  const level = bytes.length > LONG ? 1 : 6;
  let compressed: Promise<Uint8Array<ArrayBuffer>> | undefined;
  return {
    bytes,
    tag: createHash('blake2b512').update(bytes).digest('base64url').slice(0, 22),
    compress: () => (compressed ??= promisify(gzip)(bytes, { level }) as Promise<Uint8Array<ArrayBuffer>>),
  };
}
