const PART = 256 * 1024;

/** Tells files apart without reading them whole: by their size, their beginning and their end. */
export async function fingerprintOf(file: Blob): Promise<string> {
  const head = file.slice(0, PART);
  const tail = file.slice(Math.max(PART, file.size - PART));
  const bytes = await new Blob([String(file.size), ' ', head, tail]).arrayBuffer();
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  return Array.from(digest.subarray(0, 16), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
