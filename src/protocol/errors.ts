import type { CallStatus, ErrorEntry } from './error-entry.ts';
import { readErrors } from './read-errors.ts';

/**
 * Every way in which a call can be refused. Code decides by `code`; only people read `text`.
 * The quoted texts are the specification's own words and are tested as such.
 */
export const errors = {
  ...readErrors,
  'email-and-password-required': { http: 400, retry: 'never', text: 'Email and password are required' },
  'email-invalid': { http: 400, retry: 'never', text: 'That does not look like an email address.' },
  'password-too-short': { http: 400, retry: 'never', text: 'The password needs at least 8 characters.' },
  'password-too-long': { http: 400, retry: 'never', text: 'The password can have at most 128 characters.' },
  'username-too-long': { http: 400, retry: 'never', text: 'The username can have at most 80 characters.' },
  'text-not-storable': {
    http: 400,
    retry: 'never',
    text: 'That text has characters that cannot be stored. Remove them and try again.',
  },
  'text-too-long': { http: 400, retry: 'never', text: 'That text is too long. Shorten it and try again.' },
  'time-not-plausible': {
    http: 400,
    retry: 'never',
    text: 'The time of this tap cannot be right: it is not in milliseconds of this century.',
  },
  'event-name-blank': { http: 400, retry: 'never', text: 'Please enter a race name.' },
  'screen-name-blank': { http: 400, retry: 'never', text: 'Give the screen a name, for example TV in the hall.' },
  'too-many-screens': {
    http: 409,
    retry: 'never',
    text: 'This event has 20 screens. Withdraw one that is not used any more.',
  },
  'racer-name-blank': { http: 400, retry: 'never', text: 'Please enter a racer name.' },
  'run-name-blank': { http: 400, retry: 'never', text: 'Please enter a name for the run.' },
  'samples-invalid': {
    http: 400,
    retry: 'never',
    text: 'This recording has values that cannot be stored. It is kept on this device.',
  },
  'attempt-not-in-event': {
    http: 400,
    retry: 'never',
    text: 'This race has no such run. The owner sets the number of runs.',
  },
  'born-not-plausible': {
    http: 400,
    retry: 'never',
    text: 'Nobody can be born after the race. Please check the year of birth.',
  },
  'bib-taken': {
    http: 409,
    retry: 'never',
    text: 'Another racer has this number already. Nothing was changed: give one of the two another number.',
  },
  'start-list-changed': {
    http: 409,
    retry: 'never',
    text: 'The start list was changed on another phone meanwhile. Look at it as it is now, and arrange it again.',
  },
  'race-has-begun': {
    http: 409,
    retry: 'never',
    text: 'This race has times already, so a rehearsal cannot begin. Copy the event to rehearse with its racers.',
  },
  'no-rehearsal': {
    http: 409,
    retry: 'never',
    text: 'The rehearsal is over. Its racers are not added to the race.',
  },
  'too-many-splits': {
    http: 409,
    retry: 'never',
    text: 'This event has no room for another split point.',
  },
  'embed-origin-invalid': {
    http: 400,
    retry: 'never',
    text: 'Name up to 20 sites, each like https://www.example.org.',
  },
  'tap-has-no-racer': { http: 400, retry: 'never', text: 'Choose a racer for this time first.' },
  'package-unknown': {
    http: 400,
    retry: 'never',
    text: 'There is no such package of credits. Go back and choose one.',
  },
  'card-not-for-tests': {
    http: 400,
    retry: 'never',
    text: 'This is a test checkout: it takes only the test card numbers.',
  },
  'webhook-not-verified': {
    http: 400,
    retry: 'never',
    text: 'This message does not carry a valid signature of the payment provider.',
  },
  'invalid-json': { http: 400, retry: 'never', text: 'The request is not valid JSON.' },
  'link-expired': {
    http: 400,
    retry: 'never',
    text: 'This link has expired or was already used. Ask for a new one.',
  },
  'account-password-needed': {
    http: 403,
    retry: 'never',
    text: 'Type the password of the account that this link is for.',
  },
  'address-confirmed': {
    http: 409,
    retry: 'never',
    text: 'This address has been confirmed meanwhile. Reset the password to make the account yours.',
  },
  'token-invalid': {
    http: 401,
    retry: 'never',
    text: 'This token is not known. It may have been withdrawn: make a new one on the Account page.',
  },
  'token-expired': { http: 401, retry: 'never', text: 'This token has expired. Make a new one on the Account page.' },
  'token-not-accepted': { http: 403, retry: 'never', text: 'This call takes no token. Sign in with a browser for it.' },
  'token-scope-missing': {
    http: 403,
    retry: 'never',
    text: 'This token has no scope for that. Make one with the scope on the Account page.',
  },
  'too-many-tokens': {
    http: 413,
    retry: 'never',
    text: 'An account can have 20 tokens. Withdraw one that is not used any more.',
  },
  'too-many-webhooks': { http: 413, retry: 'never', text: 'An account can have 5 webhooks. Remove one first.' },
  'token-not-found': { http: 404, retry: 'never', text: 'There is no such token in your account.' },
  'webhook-not-found': { http: 404, retry: 'never', text: 'There is no such webhook in your account.' },
  'webhook-url-invalid': {
    http: 400,
    retry: 'never',
    text: 'That is not an address for a webhook. It begins with https:// and has no name or password in it.',
  },
  'webhook-address-refused': {
    http: 400,
    retry: 'never',
    text: 'That address leads to a private network, or nowhere. Webhooks go to servers on the internet only.',
  },
  'wrong-credentials': { http: 401, retry: 'never', text: 'Invalid email or password.' },
  'wrong-password': { http: 403, retry: 'never', text: 'That is not your current password.' },
  'email-not-confirmed': {
    http: 403,
    retry: 'never',
    text: 'Confirm your email on the Account page first. Until then this stays on this device.',
  },
  'address-not-confirmed': {
    http: 403,
    retry: 'never',
    text: 'Confirm your email address first: open the link in our mail to you and press the button. Your Account page sends a new one.',
  },
  'new-owner-not-confirmed': {
    http: 403,
    retry: 'never',
    text: 'They have to confirm their email address first. Their Account page sends them the mail for it.',
  },
  'not-enough-credits-for-event': { http: 403, retry: 'never', text: 'Not enough credits to create an event.' },
  'not-enough-credits-for-racer': { http: 403, retry: 'never', text: 'Not enough credits to create a racer.' },
  'user-document-not-found': { http: 404, retry: 'never', text: 'User document not found' },
  'payment-not-found': { http: 404, retry: 'never', text: 'There is no such payment in your account.' },
  'restore-expired': { http: 404, retry: 'never', text: 'An event can be brought back for 30 days; this one is gone.' },
  'racer-not-found': { http: 404, retry: 'never', text: 'There is no such racer in your library.' },
  'racer-history-not-found': {
    http: 404,
    retry: 'never',
    text: 'There is no such racer, or the results are not shared with you any more.',
  },
  'racer-not-in-event': { http: 404, retry: 'never', text: 'This racer is not in the event.' },
  'tap-not-found': { http: 404, retry: 'never', text: 'There is no such time in this event.' },
  'admin-not-found': { http: 404, retry: 'never', text: 'This person is not an admin of the event.' },
  'series-not-found': {
    http: 404,
    retry: 'never',
    text: 'There is no such series, or it is not shared with you any more.',
  },
  'series-changed': {
    http: 409,
    retry: 'never',
    text: 'This series was changed on another device meanwhile. Look at it as it is now, and change it again.',
  },
  'series-name-blank': { http: 400, retry: 'never', text: 'Please enter a name for the series.' },
  'points-table-broken': {
    http: 400,
    retry: 'never',
    text: 'A points table is a list of up to 300 numbers, none higher than the one before it, with no gaps.',
  },
  'series-too-large': {
    http: 413,
    retry: 'never',
    text: 'The events of this series have more than 50,000 results together. Take some events out of it.',
  },
  'compare-too-large': {
    http: 413,
    retry: 'never',
    text: 'These events have more results than can be compared.',
  },
  'too-many-series': {
    http: 413,
    retry: 'never',
    text: 'Your account holds as many series as it can. Delete one to add another.',
  },
  'handicap-table-not-found': { http: 404, retry: 'never', text: 'There is no such handicap table.' },
  'too-many-handicap-tables': {
    http: 413,
    retry: 'never',
    text: 'Your account holds 20 handicap tables. Delete one to add another.',
  },
  'run-not-found': { http: 404, retry: 'never', text: 'There is no such run, or it is not shared with you any more.' },
  'samples-not-found': {
    http: 404,
    retry: 'later',
    text: 'This recording has not arrived yet. Open the run on the device that it was added on.',
  },
  'video-not-found': {
    http: 404,
    retry: 'never',
    text: 'There is no such video, or it is not shared with you any more.',
  },
  'run-changed': {
    http: 409,
    retry: 'later',
    text: 'This run was changed on another device. Your change is made again on top of it.',
  },
  'event-exists': { http: 409, retry: 'never', text: 'This event exists already.' },
  'racer-exists': { http: 409, retry: 'never', text: 'This racer exists already.' },
  'command-conflict': {
    http: 409,
    retry: 'never',
    text: 'This was sent before with another content. It is kept on this device.',
  },
  'export-under-way': {
    http: 409,
    retry: 'later',
    text: 'Your data is being downloaded already. Wait until that has ended, then try again.',
  },
  'payment-in-progress': {
    http: 409,
    retry: 'later',
    text: 'A payment for this package is being confirmed. Its credits arrive in a moment; nothing more is charged.',
  },
  'email-taken': {
    http: 409,
    retry: 'never',
    text: 'An account with this email already exists. Log in, or reset your password.',
  },
  'payload-too-large': { http: 413, retry: 'never', text: 'That is too much text for one request.' },
  'event-full': {
    http: 413,
    retry: 'never',
    text: 'This event is full. Its times can still be corrected; copy it to go on in a new one.',
  },
  'too-many-runs': {
    http: 413,
    retry: 'never',
    text: 'Your account holds as many runs as it can. Delete some to add more; this one is kept on this device.',
  },
  'too-many-shares': {
    http: 413,
    retry: 'never',
    text: 'A run can be shared with 100 people. Remove somebody first, or share its link.',
  },
  'too-many-kept-runs': {
    http: 413,
    retry: 'never',
    text: 'Your list holds as many shared runs as it can. Remove some to keep this one.',
  },
  'video-quota': {
    http: 413,
    retry: 'never',
    text: 'There is no room for this video in your account. Delete uploaded videos to make room.',
  },
  'not-json': { http: 415, retry: 'never', text: 'The request must be JSON (Content-Type: application/json).' },
  'too-many-attempts': {
    http: 429,
    retry: 'later',
    text: 'Too many failed attempts. Wait a few minutes, or reset your password.',
  },
  'too-many-invitations': {
    http: 429,
    retry: 'never',
    text: 'That is enough invitations by mail for today. Share the link or the QR code instead.',
  },
  'push-address-refused': {
    http: 400,
    retry: 'never',
    text: 'This browser’s push service cannot be used here. Follow by mail instead.',
  },
  'organiser-not-confirmed': {
    http: 403,
    retry: 'never',
    text: 'The organiser has not confirmed an email address yet, so nobody can follow this event by mail. Follow on this phone instead.',
  },
  'too-many-followers': {
    http: 429,
    retry: 'never',
    text: 'This event has as many followers as it can have. The board stays live on this page.',
  },
  'exports-busy': {
    http: 503,
    retry: 'later',
    text: 'Many people download their data just now. Try again in a minute.',
  },
  'no-client-secret': { http: 503, retry: 'later', text: 'Failed to get client secret.' },
  'passwords-busy': {
    http: 503,
    retry: 'later',
    text: 'Many people are signing in right now. Wait a few seconds and try again.',
  },
  'storage-full': {
    http: 503,
    retry: 'never',
    text: 'The server has no room for more recordings right now. This one is kept on this device; timing goes on.',
  },
} as const satisfies Record<string, ErrorEntry>;

export type ErrorCode = keyof typeof errors;

export function isErrorCode(value: unknown): value is ErrorCode {
  return typeof value === 'string' && Object.hasOwn(errors, value);
}

/** The body of every refusal. */
export interface ErrorAnswer {
  readonly error: {
    readonly code: ErrorCode;
    readonly status: CallStatus;
    readonly message: string;
    readonly requestId: string;
    readonly retryAfterSeconds?: number;
  };
}
