import type { Ids } from './ports.ts';

/** A UUIDv7: 48 bits of wall clock, then random bits. It sorts by creation, as far as the device's clock is right. */
export function makeUuidV7(wallMs: number, random: Uint8Array): string {
  const bytes = new Uint8Array(16);
  bytes.set(random.subarray(0, 16));
  let rest = Math.max(0, Math.floor(wallMs));
  for (let index = 5; index >= 0; index -= 1) {
    bytes[index] = rest % 256;
    rest = Math.floor(rest / 256);
  }
  bytes[6] = (bytes[6]! & 0x0f) | 0x70;
  bytes[8] = (bytes[8]! & 0x3f) | 0x80;
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

export const webIds: Ids = { make: () => makeUuidV7(Date.now(), crypto.getRandomValues(new Uint8Array(16))) };
