import { existsSync, readFileSync } from 'node:fs';

/** Recorded files, beside the checkout where they exist. */
const FOLDER = new URL('../../../../shared/samples/', import.meta.url);

export const hasSamples = existsSync(FOLDER);

export function readSample(name: string): Uint8Array {
  return readFileSync(new URL(name, FOLDER));
}
