import { createHash, createHmac, randomInt, timingSafeEqual } from 'node:crypto';

const ALPHABET = 'abcdefghjkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789';
/** 115 bits: a link is sent, never read out, so it may be too long to guess. */
const LENGTH = 20;
/** Tickets last long enough to watch a race, a pause in the middle included. */
const TICKET_MS = 12 * 3_600_000;

export function createRunKey(): string {
  return Array.from({ length: LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
}

/** Compares in constant time; a link that is off is opened by no key. */
export function opensLink(given: string | undefined, linkKey: string | null): boolean {
  const isEqual = timingSafeEqual(digest(given ?? ''), digest(linkKey ?? ''));
  return given !== undefined && linkKey !== null && isEqual;
}

/**
 * A ticket plays the videos of a run for some hours, and only while the run's link is the one that it was made from.
 */
export function createTicket(secret: string, runId: string, linkKey: string, now: number): string {
  const until = now + TICKET_MS;
  return `${until}.${sign(secret, runId, linkKey, until)}`;
}

export function isTicket(
  given: string | undefined,
  secret: string,
  { id, linkKey }: { readonly id: string; readonly linkKey: string | null },
  now: number,
): boolean {
  const [, until, signature = ''] = /^(\d{1,15})\.([\w-]+)$/.exec(given ?? '') ?? [];
  const expected = sign(secret, id, linkKey ?? '', Number(until ?? 0));
  return timingSafeEqual(digest(signature), digest(expected)) && linkKey !== null && Number(until) > now;
}

function sign(secret: string, runId: string, linkKey: string, until: number): string {
  return createHmac('sha256', secret).update(`video ${runId} ${linkKey} ${until}`).digest('base64url');
}

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
