const TABLE = Uint16Array.from({ length: 256 }, (_, byte) => {
  let value = byte;
  for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? (value >> 1) ^ 0xa0_01 : value >> 1;
  return value;
});

/** CRC-16 as FIT has it (polynomial 0x8005 reflected, starting with 0). */
export function checksum(bytes: Uint8Array, from: number, to: number): number {
  let value = 0;
  for (let at = from; at < to; at += 1) value = (value >> 8) ^ TABLE[(value ^ bytes[at]!) & 0xff]!;
  return value;
}
