import { type CallStatus, callStatusOf, type ErrorEntry, later, never } from './error-entry.ts';
import { readErrors } from './read-errors.ts';

/**
 * Every way in which a call can be refused. Code decides by `code`; only people read `text`.
 * The quoted texts are the specification's own words and are tested as such.
 */
export const errors = {
  ...readErrors,
  'email-and-password-required': never(400, 'Email and password are required'),
  'email-invalid': never(400, 'That doesn’t look like an email address.'),
  'password-too-short': never(400, 'The password needs at least 8 characters.'),
  'password-too-long': never(400, 'The password can have at most 128 characters.'),
  'username-too-long': never(400, 'The username can have at most 80 characters.'),
  'text-not-storable': never(400, 'We can’t store some characters of that text. Remove them and try again.'),
  'text-too-long': never(400, 'That text is too long. Shorten it and try again.'),
  'time-not-plausible': never(400, 'This tap has an impossible time, so it was refused.'),
  'event-name-blank': never(400, 'Please enter a race name.'),
  'screen-name-blank': never(400, 'Give the screen a name, for example TV in the hall.'),
  'too-many-screens': never(409, 'This event has 20 screens. Turn off one that you no longer use.'),
  'racer-name-blank': never(400, 'Please enter a racer name.'),
  'run-name-blank': never(400, 'Please enter a name for the run.'),
  'samples-invalid': never(400, 'We can’t store some values of this recording. It stays on this device.'),
  'attempt-not-in-event': never(400, 'This race doesn’t have that heat. The owner sets how many there are.'),
  'born-not-plausible': never(400, 'Nobody can be born after the race. Please check the year of birth.'),
  'bib-taken': never(
    409,
    'Another racer has this number already, so nothing changed. Give one of the two another number.',
  ),
  'start-list-changed': never(
    409,
    'The start list just changed on another phone. Look at it as it is now, and arrange it again.',
  ),
  'race-has-begun': never(
    409,
    'This race has times already, so a rehearsal can’t begin. Copy the event to rehearse with its racers.',
  ),
  'no-rehearsal': never(409, 'The rehearsal is over. Its racers don’t join the race.'),
  'too-many-splits': never(409, 'This event has no room for another split point.'),
  'embed-origin-invalid': never(400, 'Name up to 20 sites, each like https://www.example.org.'),
  'tap-has-no-racer': never(400, 'Choose a racer for this time first.'),
  'package-unknown': never(400, 'We don’t sell that package. Go back and choose one.'),
  'card-not-for-tests': never(400, 'This is a test checkout. It takes only the test card numbers.'),
  'webhook-not-verified': never(400, 'This message doesn’t carry a valid signature of the payment provider.'),
  'invalid-json': never(400, 'The request isn’t valid JSON.'),
  'link-expired': never(400, 'This link has expired or was already used. Ask for a new one.'),
  'account-password-needed': never(403, 'Type the password of the account that this link is for.'),
  'address-confirmed': never(
    409,
    'Someone has just confirmed this address. Reset the password to make the account yours.',
  ),
  'token-invalid': never(
    401,
    'We don’t know this token. Someone may have turned it off. Make a new one on the Account page.',
  ),
  'token-expired': never(401, 'This token has expired. Make a new one on the Account page.'),
  'token-not-accepted': never(403, 'This call takes no token. Sign in with a browser for it.'),
  'token-scope-missing': never(403, 'This token has no scope for that. Make one with the scope on the Account page.'),
  'too-many-tokens': never(413, 'An account can have 20 tokens. Turn off one that you no longer use.'),
  'too-many-webhooks': never(413, 'An account can have 5 webhooks. Remove one first.'),
  'token-not-found': never(404, 'That token isn’t in your account.'),
  'webhook-not-found': never(404, 'That webhook isn’t in your account.'),
  'webhook-url-invalid': never(
    400,
    'That isn’t an address for a webhook. It begins with https:// and has no name or password in it.',
  ),
  'webhook-address-refused': never(
    400,
    'That address leads to a private network, or nowhere. Webhooks go to servers on the internet only.',
  ),
  'wrong-credentials': never(401, 'Invalid email or password.'),
  'wrong-password': never(403, 'That isn’t your current password.'),
  'email-not-confirmed': never(
    403,
    'Confirm your email on the Account page first. Until then this stays on this device.',
  ),
  'address-not-confirmed': never(
    403,
    'Confirm your email address first. Open the link in our email to you and press the button. Your Account page sends a new one.',
  ),
  'new-owner-not-confirmed': never(
    403,
    'They have to confirm their email address first. Their Account page sends them the email for it.',
  ),
  'not-enough-credits-for-event': never(403, 'Not enough credits to create an event.'),
  'not-enough-credits-for-racer': never(403, 'Not enough credits to create a racer.'),
  'user-document-not-found': never(404, 'User document not found'),
  'payment-not-found': never(404, 'That payment isn’t in your account.'),
  'restore-expired': never(404, 'You can restore an event for 30 days. This one is gone.'),
  'racer-not-found': never(404, 'That racer isn’t in your list.'),
  'racer-history-not-found': never(404, 'That racer is gone, or the owner no longer shares the results with you.'),
  'racer-not-in-event': never(404, 'This racer isn’t in the event.'),
  'tap-not-found': never(404, 'That time isn’t in this event.'),
  'admin-not-found': never(404, 'This person isn’t an admin of the event.'),
  'series-not-found': never(404, 'That series is gone, or its owner no longer shares it with you.'),
  'series-changed': never(
    409,
    'This series just changed on another device. Look at it as it is now, and change it again.',
  ),
  'series-name-blank': never(400, 'Please enter a name for the series.'),
  'points-table-broken': never(
    400,
    'A points table is a list of up to 300 numbers, none higher than the one before it, with no gaps.',
  ),
  'series-too-large': never(
    413,
    'The events of this series have more than 50,000 results together. Take some events out of it.',
  ),
  'compare-too-large': never(413, 'These events have more results than we can compare.'),
  'too-many-merged': never(413, 'You can merge no more than 500 racers with others.'),
  'too-many-series': never(413, 'Your account holds as many series as it can. Delete one to add another.'),
  'handicap-table-not-found': never(404, 'That handicap table is gone.'),
  'too-many-handicap-tables': never(413, 'Your account holds 20 handicap tables. Delete one to add another.'),
  'run-not-found': never(404, 'That run is gone, or its owner no longer shares it with you.'),
  'samples-not-found': later(404, 'This recording hasn’t arrived yet. Open the run on the device you added it on.'),
  'video-not-found': never(404, 'That video is gone, or its owner no longer shares it with you.'),
  'picture-not-found': never(404, 'That picture is gone.'),
  'picture-invalid': never(400, 'We keep pictures as JPEG, PNG or WebP, up to 512 KB and 4,096 pixels. This is none.'),
  'picture-removed': never(409, 'Someone deleted these pictures from the event. They’re on this phone only.'),
  'too-many-pictures': later(
    413,
    'The organiser’s account has no room for more pictures. Delete older photo finishes to make room.',
  ),
  'run-changed': later(409, 'This run changed on another device. We make your change again on top of it.'),
  'event-exists': never(409, 'This event exists already.'),
  'racer-exists': never(409, 'This racer exists already.'),
  'racer-with-itself': never(400, 'This is the same racer. Choose another one.'),
  'racer-merged-already': never(409, 'This racer is one person with another one already. Separate the two first.'),
  'racers-met': never(409, 'Both racers have times in the same event, so they can’t be one person. Nothing changed.'),
  'command-conflict': never(409, 'This was already sent with different content. Your version stays on this device.'),
  'export-under-way': later(409, 'You’re already downloading your data. Wait until that has ended, then try again.'),
  'payment-in-progress': later(
    409,
    'We’re confirming a payment for this package. Its credits arrive in a moment, and we charge nothing more.',
  ),
  'email-taken': never(409, 'An account with this email already exists. Log in, or reset your password.'),
  'payload-too-large': never(413, 'That’s too much text for one request.'),
  'event-full': never(413, 'This event is full. You can still correct its times. Copy it to continue in a new one.'),
  'too-many-runs': never(
    413,
    'Your account holds as many runs as it can. Delete some to add more. This one stays on this device.',
  ),
  'too-many-shares': never(413, 'You can share a run with 100 people. Remove someone first, or share its link.'),
  'too-many-kept-runs': never(413, 'Your list holds as many shared runs as it can. Remove some to keep this one.'),
  'video-quota': never(413, 'There’s no room for this video in your account. Delete uploaded videos to make room.'),
  'not-json': never(415, 'The request must be JSON (Content-Type: application/json).'),
  'too-many-attempts': later(429, 'Too many failed attempts. Wait a few minutes, or reset your password.'),
  'too-many-invitations': never(
    429,
    'You’ve reached today’s limit for email invitations. Share the link or QR code instead.',
  ),
  'push-address-refused': never(400, 'We can’t use this browser’s push service. Follow by email instead.'),
  'organiser-not-confirmed': never(
    403,
    'The organiser hasn’t confirmed an email address yet, so nobody can follow this event by email. Follow on this phone instead.',
  ),
  'too-many-followers': never(
    429,
    'This event has as many followers as it can have. The board stays live on this page.',
  ),
  'exports-busy': later(503, 'A lot of people are downloading their data right now. Try again in a minute.'),
  'no-client-secret': later(503, 'Failed to get client secret.'),
  'passwords-busy': later(503, 'Many people are signing in right now. Wait a few seconds and try again.'),
  'storage-full': never(
    503,
    'The server has no room for more recordings right now. This one stays on this device, and timing continues.',
  ),
} satisfies Record<string, ErrorEntry>;

export type ErrorCode = keyof typeof errors;

export function isErrorCode(value: unknown): value is ErrorCode {
  return typeof value === 'string' && Object.hasOwn(errors, value);
}

/** One thing that is wrong in a request. Nothing that the sender wrote is in it. */
export interface Fault {
  /** Place of the fault in the body: a JSON pointer (RFC 6901), as the fragment of an address. */
  readonly pointer?: string;
  /** The query parameter that it is in. */
  readonly parameter?: string;
  /** The rule that is broken, by its name in JSON Schema where it has one. */
  readonly rule: string;
  readonly detail: string;
}

/**
 * The body of every refusal: `error`, and beside it the problem details of RFC 9457. `errors` stands where it is
 * known what is wrong in the request.
 */
export interface ErrorAnswer {
  readonly error: {
    readonly code: ErrorCode;
    readonly status: CallStatus;
    readonly message: string;
    readonly requestId: string;
    readonly retryAfterSeconds?: number;
  };
  readonly type: string;
  readonly title: string;
  readonly status: number;
  readonly errors?: readonly Fault[];
}

/** Refusal of one command among others. */
export interface RefusedCommand {
  readonly code: ErrorCode;
  /** The text of the code, for people. Absent: a server of an earlier version. */
  readonly message?: string;
  /** Faults of a command that does not have the shape of its schema. Pointers begin at the body of the request. */
  readonly errors?: readonly Fault[];
}

export const PROBLEM_TYPE = 'application/problem+json';

/** Address at which the code of a refusal is explained. */
const problemPath = (code: ErrorCode): string => `/developers#error-${code}`;

export interface MoreOfProblem {
  readonly retryAfterSeconds?: number | undefined;
  readonly faults?: readonly Fault[] | undefined;
}

export function createProblem(
  code: ErrorCode,
  requestId: string,
  { retryAfterSeconds, faults = [] }: MoreOfProblem = {},
): ErrorAnswer {
  const { http, text } = errors[code];
  const wait = retryAfterSeconds === undefined ? {} : { retryAfterSeconds };
  return {
    error: { code, status: callStatusOf(http), message: text, requestId, ...wait },
    type: problemPath(code),
    title: text,
    status: http,
    ...(faults.length > 0 && { errors: faults }),
  };
}
