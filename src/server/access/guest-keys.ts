import { createHash, randomInt, timingSafeEqual } from 'node:crypto';
import type { Change } from '../../domain/events/changes.ts';
import type { EventKeys } from './event-door.ts';

/** Letters and digits that look alike are left out: keys are read out over a loudspeaker. */
const ALPHABET = 'abcdefghjkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789';
const LENGTH = 8;

export function createGuestKey(): string {
  return Array.from({ length: LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
}

/** A link that was changed opens nothing any more: the key goes with the change, in the same transaction. */
export async function replaceRotatedKeys(
  tx: { replaceKey(eventId: string, which: keyof EventKeys, key: string): Promise<void> },
  eventId: string,
  changes: readonly Change[],
): Promise<void> {
  for (const change of changes) {
    if (change.type === 'keys-rotated') await tx.replaceKey(eventId, change.which, createGuestKey());
  }
}

/** Compares in constant time, and always with both keys. */
export function matchingKey(given: string, keys: EventKeys): 'admin' | 'viewer' | null {
  const isAdmin = isEqual(given, keys.admin);
  const isViewer = isEqual(given, keys.viewer);
  return isAdmin ? 'admin' : isViewer ? 'viewer' : null;
}

function isEqual(one: string, other: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(one), digest(other));
}
