import { createHash, randomInt, timingSafeEqual } from 'node:crypto';
import type { EventKeys } from './event-door.ts';

/** Without letters and digits that look alike: keys are read out over a loudspeaker. */
const ALPHABET = 'abcdefghjkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789';
const LENGTH = 8;

export function createGuestKey(): string {
  return Array.from({ length: LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
}

/** In constant time, and both are always compared. */
export function matchingKey(given: string, keys: EventKeys): 'admin' | 'viewer' | null {
  const isAdmin = isEqual(given, keys.admin);
  const isViewer = isEqual(given, keys.viewer);
  return isAdmin ? 'admin' : isViewer ? 'viewer' : null;
}

function isEqual(one: string, other: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(one), digest(other));
}
