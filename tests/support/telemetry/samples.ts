import { existsSync, readFileSync } from 'node:fs';

/** Real files, beside the checkout where there are any. */
const FOLDER = new URL('../../../../shared/samples/', import.meta.url);

export const hasSamples = existsSync(FOLDER);

export function readSample(name: string): Uint8Array {
  return readFileSync(new URL(name, FOLDER));
}
