import { type ErrorEntry, later, never } from './error-entry.ts';

/**
 * The refusals of a call that only reads events. Apart from `errors`, which holds these and all others, because a
 * viewer's page would load the texts of every command, payment and video with them.
 */
export const readErrors = {
  'invalid-argument': never(400, 'Something in this request isn’t as expected. Reload the page and try again.'),
  unauthenticated: never(401, 'Please sign in first.'),
  'no-profile': never(403, 'No user profile found. Contact admin.'),
  'not-accepted': never(403, 'Account not accepted yet. Please contact admin.'),
  'permission-denied': never(403, 'You don’t have access to this.'),
  'account-required': never(403, 'Create a free account to do this.'),
  'awaiting-credits': never(403, 'This event waits for credits. Buy credits to share it; its times are safe.'),
  'origin-refused': never(403, 'This request came from another site, so we refused it.'),
  'not-found': never(404, 'There’s nothing at this address.'),
  'event-not-found': never(404, 'That event is gone, or its link has changed.'),
  'event-deleted': never(404, 'The owner deleted this event, and can restore it for 30 days.'),
  'client-outdated': later(426, 'Pushoff has a new version. Reload the page. Everything on this device stays.'),
  'too-many-requests': later(429, 'Too many requests. Wait a moment and try again.'),
  cancelled: later(499, 'The request was cancelled.'),
  internal: later(500, 'Something went wrong on our side. Please try again in a moment.'),
  unimplemented: never(501, 'This server can’t do that.'),
  unavailable: later(503, 'We can’t reach the server. Check your connection and try again.'),
  busy: later(503, 'The server is busy. Try again in a moment.'),
  'deadline-exceeded': later(504, 'The server took too long to answer. Please try again.'),
} satisfies Record<string, ErrorEntry>;

/** A code outside this list, from a later release, leaves the event as it is: only these say that it is closed. */
export function readErrorOf(code: string): ErrorEntry {
  return (readErrors as Partial<Record<string, ErrorEntry>>)[code] ?? readErrors.unavailable;
}
