import { ok, refuse, type Result } from '../../domain/result.ts';

/** `cannot-unpack`: this browser has no DecompressionStream. */
export type UnpackFault = 'damaged' | 'too-large' | 'cannot-unpack';

/** A file of some kilobytes can unpack to terabytes: no more than this is taken. */
const MOST_BYTES = 256 * 1024 * 1024;

/** Safari has it from 16.4 on. */
export function canUnpack(format: CompressionFormat): boolean {
  try {
    new DecompressionStream(format);
    return true;
  } catch {
    return false;
  }
}

/** The file inside of a gzip file, by the name without '.gz'. */
export function gunzip(file: File, most?: number): Promise<Result<File, UnpackFault>> {
  if (!canUnpack('gzip')) return Promise.resolve(refuse('cannot-unpack'));
  return unpack(file, 'gzip', file.name.replace(/\.gz$/i, ''), most);
}

export async function unpack(
  packed: Blob,
  format: CompressionFormat,
  name: string,
  most = MOST_BYTES,
): Promise<Result<File, UnpackFault>> {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  const reader = packed.stream().pipeThrough(new DecompressionStream(format)).getReader();
  try {
    for (;;) {
      const { value, done } = await reader.read();
      if (done) break;
      size += value.length;
      if (size > most) {
        await reader.cancel();
        return refuse('too-large');
      }
      parts.push(value);
    }
  } catch (error) {
    // A cut or damaged archive; what came out before is read as a file that was cut.
    if (!(error instanceof TypeError) || size === 0) return refuse('damaged');
  }
  return ok(new File(parts, name));
}
