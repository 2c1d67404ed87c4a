import { ok, refuse, type Result } from '../../domain/result.ts';
import { listZip, openZip } from '../archives/zip.ts';

type UnzipFault = 'too-large' | 'unreadable';

export interface Archive {
  has(name: string): boolean;
  /** The text of a part. What all parts read so far unpack to counts towards the archive's limit. */
  readText(name: string): Promise<Result<string, UnzipFault>>;
}

/**
 * Unpacks parts of a zip archive up to `most` bytes. A part is refused by the size in the directory before anything is
 * unpacked, and unpacking stops at that size: a directory that lies gets no more memory than it has asked for.
 */
export async function openArchive(file: Blob, most: number): Promise<Archive | null> {
  const listed = await listZip(file);
  if (!listed.ok) return null;
  const readable = listed.value.filter(({ isLocked }) => !isLocked);
  const parts = new Map(readable.map((entry) => [entry.path.replaceAll('\\', '/'), entry]));
  let left = most;
  return {
    has: (name) => parts.has(name),
    async readText(name) {
      const part = parts.get(name);
      if (part === undefined) return refuse('unreadable');
      if (part.size > left) return refuse('too-large');
      left -= part.size;
      const opened = await openZip(file, part, part.size);
      if (!opened.ok || opened.value.size !== part.size) return refuse('unreadable');
      return ok(decodeXml(new Uint8Array(await opened.value.arrayBuffer())));
    },
  };
}

/** Workbooks are UTF-8, or UTF-16 with a mark. */
function decodeXml(content: Uint8Array): string {
  const isWide = (content[0] === 0xff && content[1] === 0xfe) || (content[0] === 0xfe && content[1] === 0xff);
  return new TextDecoder(isWide ? (content[0] === 0xff ? 'utf-16le' : 'utf-16be') : 'utf-8').decode(content);
}
