import { createHash, randomInt, timingSafeEqual } from 'node:crypto';

const ALPHABET = 'abcdefghjkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789';
/** 115 bits: a link is sent, never read out, so it may be too long to guess. */
const LENGTH = 20;

export function createLinkKey(): string {
  return Array.from({ length: LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
}

/** Compares in constant time; a link that is off is opened by no key. */
export function opensLink(given: string | undefined, linkKey: string | null): boolean {
  const isEqual = isSame(given ?? '', linkKey ?? '');
  return given !== undefined && linkKey !== null && isEqual;
}

export const isSame = (one: string, other: string): boolean => timingSafeEqual(digest(one), digest(other));

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
