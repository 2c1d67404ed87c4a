import type { ErrorEntry } from './error-entry.ts';

/**
 * The refusals of a call that only reads events. Apart from `errors`, which holds these and all others, because a
 * viewer's page would load the texts of every command, payment and video with them.
 */
export const readErrors = {
  'invalid-argument': {
    http: 400,
    retry: 'never',
    text: 'Something in this request is not as expected. Reload the page and try again.',
  },
  unauthenticated: { http: 401, retry: 'never', text: 'Please sign in first.' },
  'no-profile': { http: 403, retry: 'never', text: 'No user profile found. Contact admin.' },
  'not-accepted': { http: 403, retry: 'never', text: 'Account not accepted yet. Please contact admin.' },
  'permission-denied': { http: 403, retry: 'never', text: 'You do not have access to this.' },
  'account-required': { http: 403, retry: 'never', text: 'Create a free account to do this.' },
  'awaiting-credits': {
    http: 403,
    retry: 'never',
    text: 'This event waits for credits. Buy credits to share it; its times are safe.',
  },
  'origin-refused': {
    http: 403,
    retry: 'never',
    text: 'This request came from another site and was refused.',
  },
  'not-found': { http: 404, retry: 'never', text: 'There is nothing at this address.' },
  'event-not-found': { http: 404, retry: 'never', text: 'There is no such event, or the link to it has changed.' },
  'event-deleted': {
    http: 404,
    retry: 'never',
    text: 'This event was deleted. Its owner can bring it back for 30 days.',
  },
  'client-outdated': {
    http: 426,
    retry: 'later',
    text: 'Pushoff has a new version. Reload the page; everything on this device is kept.',
  },
  'too-many-requests': { http: 429, retry: 'later', text: 'Too many requests. Wait a moment and try again.' },
  cancelled: { http: 499, retry: 'later', text: 'The request was cancelled.' },
  internal: {
    http: 500,
    retry: 'later',
    text: 'Something went wrong on our side. Please try again in a moment.',
  },
  unimplemented: { http: 501, retry: 'never', text: 'This server cannot do that.' },
  unavailable: {
    http: 503,
    retry: 'later',
    text: 'The server cannot be reached. Check your connection and try again.',
  },
  busy: { http: 503, retry: 'later', text: 'The server is busy. Try again in a moment.' },
  'deadline-exceeded': { http: 504, retry: 'later', text: 'The server took too long to answer. Please try again.' },
} as const satisfies Record<string, ErrorEntry>;

/** A code outside this list, from a later release, leaves the event as it is: only these say that it is closed. */
export function readErrorOf(code: string): ErrorEntry {
  return (readErrors as Partial<Record<string, ErrorEntry>>)[code] ?? readErrors.unavailable;
}
