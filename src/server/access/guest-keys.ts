import { createHash, randomInt, timingSafeEqual } from 'node:crypto';
import type { Change } from '../../domain/model/changes.ts';
import { SCREEN_KEY_PREFIX } from '../../protocol/screen-address.ts';
import type { EventKeys, OpeningKeys } from './event-door.ts';

/** Letters and digits that look alike are left out: keys are read out over a loudspeaker. */
const ALPHABET = 'abcdefghjkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789';
const LENGTH = 8;

export const createGuestKey = (): string => randomText(LENGTH);

/** Screen keys are long: they are in use for months, and nobody reads them out. */
const SCREEN_LENGTH = 24;

export const createScreenKey = (): string => SCREEN_KEY_PREFIX + randomText(SCREEN_LENGTH);

function randomText(length: number): string {
  return Array.from({ length }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
}

/** Replaces the keys of changed links in the same transaction: an old link opens nothing from then on. */
export async function replaceRotatedKeys(
  tx: { replaceKey(eventId: string, which: keyof EventKeys, key: string): Promise<void> },
  eventId: string,
  changes: readonly Change[],
): Promise<void> {
  for (const change of changes) {
    if (change.type === 'keys-rotated') await tx.replaceKey(eventId, change.which, createGuestKey());
  }
}

/** Compares in constant time, and always with all keys. The key of a screen gives what the viewer link gives. */
export function matchingKey(given: string, keys: OpeningKeys): 'admin' | 'viewer' | null {
  const isAdmin = isEqual(given, keys.admin);
  const isViewer = isEqual(given, keys.viewer);
  const isScreen = keys.screens?.filter((key) => isEqual(given, key)).length === 1;
  return isAdmin ? 'admin' : isViewer || isScreen ? 'viewer' : null;
}

function isEqual(one: string, other: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(one), digest(other));
}
