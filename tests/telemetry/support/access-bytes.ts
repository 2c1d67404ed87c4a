import type { RandomAccess } from '../../../src/telemetry/domain/movie/random-access.ts';

export const accessBytes = (bytes: Uint8Array): RandomAccess => ({
  size: bytes.length,
  read: async (offset, length) => bytes.subarray(offset, offset + length),
});
