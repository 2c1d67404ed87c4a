import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';

/** Recorded files; its README says where each comes from and what a reference tool reads from it. */
export const SAMPLES = fileURLToPath(new URL('../../samples/', import.meta.url));

export function readSample(name: string): Uint8Array<ArrayBuffer> {
  return readSampleIn(SAMPLES, name);
}

/** A large file is kept compressed, as `NAME.gz`. */
export function readSampleIn(folder: string, name: string): Uint8Array<ArrayBuffer> {
  const path = join(folder, name);
  const bytes = existsSync(path) ? readFileSync(path) : gunzipSync(readFileSync(`${path}.gz`));
  return new Uint8Array(bytes);
}
