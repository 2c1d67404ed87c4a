import { createHmac } from 'node:crypto';
import { isSame } from '../../../server/access/link-keys.ts';

/** Tickets last long enough to watch a race, a pause in the middle included. */
const TICKET_MS = 12 * 3_600_000;

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
  return isSame(signature, expected) && linkKey !== null && Number(until) > now;
}

function sign(secret: string, runId: string, linkKey: string, until: number): string {
  return createHmac('sha256', secret).update(`video ${runId} ${linkKey} ${until}`).digest('base64url');
}
