const PART = 256 * 1024;
const SEEDS = [0x811c9dc5, 0x01000193, 0x9e3779b9, 0x85ebca6b];

/** Tells files apart without reading them whole: by their size, their beginning and their end. */
export async function fingerprintOf(file: Blob): Promise<string> {
  const head = file.slice(0, PART);
  const tail = file.slice(Math.max(PART, file.size - PART));
  const bytes = await new Blob([String(file.size), ' ', head, tail]).arrayBuffer();
  const subtle: SubtleCrypto | undefined = crypto.subtle;
  // Browsers give no digests to a page on plain http, as in a club's own network.
  if (subtle === undefined) return SEEDS.map((seed) => write(hash(new Uint8Array(bytes), seed), 8)).join('');
  const digest = new Uint8Array(await subtle.digest('SHA-256', bytes));
  return Array.from(digest.subarray(0, 16), (byte) => write(byte, 2)).join('');
}

const write = (value: number, digits: number): string => value.toString(16).padStart(digits, '0');

/** FNV-1a. */
function hash(bytes: Uint8Array, seed: number): number {
  let value = seed;
  for (const byte of bytes) value = Math.imul(value ^ byte, 0x01000193);
  return value >>> 0;
}
