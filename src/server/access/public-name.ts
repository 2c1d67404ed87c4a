import { createHmac, timingSafeEqual } from 'node:crypto';

/** 128 bits: too many to be guessed, so nobody's guesses are counted. */
const LENGTH = 22;

/**
 * What stands in the addresses that caches see, in place of the viewer key. A key has eight characters: without our secret
 * in the hash, somebody who reads the log of a cache could try all keys on it.
 */
export const publicNameOf = (secret: string, eventId: string, viewerKey: string): string =>
  createHmac('sha256', secret).update(`public rows ${eventId} ${viewerKey}`).digest('base64url').slice(0, LENGTH);

export function isPublicName(given: string, name: string): boolean {
  return given.length === LENGTH && timingSafeEqual(Buffer.from(given), Buffer.from(name));
}
