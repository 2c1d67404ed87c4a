import { refuse, type Result } from '../../../../domain/result.ts';
import type { ReadFailure } from '../../../../domain/telemetry/recording.ts';

/** A file of some kilobytes can unpack to terabytes: no more than this is taken. */
const MOST_BYTES = 256 * 1024 * 1024;

/** The file inside of a gzip file, by the name without '.gz'. */
export async function gunzip(file: File, most = MOST_BYTES): Promise<Result<File, ReadFailure>> {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  const reader = file.stream().pipeThrough(new DecompressionStream('gzip')).getReader();
  try {
    for (;;) {
      const { value, done } = await reader.read();
      if (done) break;
      size += value.length;
      if (size > most) {
        await reader.cancel();
        return refuse({ code: 'file-too-large' });
      }
      parts.push(value);
    }
  } catch (error) {
    // A cut or damaged archive; what came out before is read as a file that was cut.
    if (!(error instanceof TypeError) || size === 0) return refuse({ code: 'file-unknown' });
  }
  return { ok: true, value: new File(parts, file.name.replace(/\.gz$/i, '')) };
}
