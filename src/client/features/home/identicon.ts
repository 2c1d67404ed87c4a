/**
 * The picture of an email address: a 5 by 5 grid, the same left and right, in one of 360 hues. The same address gives
 * the same picture on every device, and nothing about it leaves the device.
 */
export interface Identicon {
  readonly hue: number;
  readonly cells: readonly { readonly x: number; readonly y: number }[];
}

export const IDENTICON_SIZE = 5;
const HALF = Math.ceil(IDENTICON_SIZE / 2);

/** FNV-1a, then mixed: neighbouring addresses (a1@, a2@) must not look alike. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (const byte of new TextEncoder().encode(text)) value = Math.imul(value ^ byte, 0x01000193);
  value = Math.imul(value ^ (value >>> 16), 0x85ebca6b);
  value = Math.imul(value ^ (value >>> 13), 0xc2b2ae35);
  return (value ^ (value >>> 16)) >>> 0;
}

export function identiconOf(email: string): Identicon {
  const bits = hash(email.trim().toLowerCase());
  const cells = [];
  for (let y = 0; y < IDENTICON_SIZE; y += 1) {
    for (let x = 0; x < HALF; x += 1) {
      if (((bits >>> (y * HALF + x)) & 1) === 0) continue;
      const mirrored = IDENTICON_SIZE - 1 - x;
      cells.push({ x, y });
      if (mirrored !== x) cells.push({ x: mirrored, y });
    }
  }
  // A picture needs a cell, even for the one address in thousands whose bits are all zero.
  if (cells.length === 0) cells.push({ x: HALF - 1, y: HALF - 1 });
  return { hue: hash(`hue:${email.trim().toLowerCase()}`) % 360, cells };
}
