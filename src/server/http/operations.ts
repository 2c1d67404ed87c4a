import {
  accountDeletion,
  accountDisowning,
  emailVerification,
  loginRequest,
  mailWish,
  passwordChange,
  passwordResetConfirmation,
  passwordResetRequest,
  signUpRequest,
  usernameChange,
} from '../../protocol/account.ts';
import { newToken, tokenWithdrawal } from '../../protocol/api-tokens.ts';
import { commandBatch } from '../../protocol/commands.ts';
import { handicapPaths, handicapTable } from '../../protocol/handicap-tables.ts';
import { embedSettings } from '../../protocol/embeds.ts';
import { letterhead, letterheadPaths } from '../../protocol/letterhead.ts';
import { followerToken, followRequest } from '../../protocol/followers.ts';
import { paymentIntentRequest, sandboxAuthentication, sandboxConfirmation } from '../../protocol/payments.ts';
import { pictureFacts } from '../../protocol/picture-facts.ts';
import { picturePaths } from '../../protocol/pictures.ts';
import { api } from '../../protocol/routes.ts';
import { newScreen } from '../../protocol/screens.ts';
import { newWebhook, webhookChoice } from '../../protocol/webhooks.ts';
import { HISTORY_KEY_HEADER, historyLink, historyPaths } from '../../protocol/history.ts';
import { MAX_LISTED_EVENTS } from '../../protocol/limits.ts';
import { SCHEMA_HEADER, SCHEMA_VERSION } from '../../protocol/schema-version.ts';
import { SERIES_KEY_HEADER, seriesPaths } from '../../protocol/series-paths.ts';
import { seriesChange, seriesLink } from '../../protocol/series.ts';
import type { shapes } from './openapi-shapes.ts';
import { after, byKey, callsWith, key, type Operation } from './operation.ts';

const opened = { isOpen: true } as const;
const schema = {
  [SCHEMA_HEADER]: `The version of the schema that the reader understands, now ${SCHEMA_VERSION}. Not needed with a token.`,
};
const FORM = 'application/x-www-form-urlencoded';

const { get, post, put, remove } = callsWith<keyof typeof shapes>();

/** All calls but those of telemetry, with the schemas that check them. A route that is not listed fails a test. */
export const operations: readonly Operation[] = [
  get(api.boot, 'Who is signed in', 'Boot', opened),
  post(api.signUp, 'Create an account', 'SignUp', { body: signUpRequest, isOpen: true }),
  post(api.login, 'Log in', 'Boot', { body: loginRequest, isOpen: true }),
  post(api.anonymous, 'Sign in without an account', 'Boot', opened),
  post(api.logout, 'Log out', 'Boot'),
  post(api.requestPasswordReset, 'Ask for a reset link', 'Sent', { body: passwordResetRequest, isOpen: true }),
  post(api.confirmPasswordReset, 'Set a password', 'Changed', { body: passwordResetConfirmation, isOpen: true }),
  post(api.requestVerification, 'Ask for a confirmation link', 'Sent'),
  post(api.confirmVerification, 'Confirm an email, in a session of its account or with its password', 'Verified', {
    body: emailVerification,
    isOpen: true,
  }),
  post(api.disownAccount, 'Remove an unconfirmed account as the holder of its mailbox', 'Removed', {
    body: accountDisowning,
    isOpen: true,
  }),
  post(api.stopMail, 'Get no more invitations by mail, or get them again', 'MailWish', {
    body: mailWish,
    isOpen: true,
  }),
  post(api.stopMailAtOnce, 'The same, as mail programs do it (RFC 8058)', 'MailWish', {
    id: 'stopMailAtOnce',
    query: { token: 'The token of the link' },
    sends: FORM,
    isOpen: true,
  }),
  post(api.changePassword, 'Change the password', 'Changed', { body: passwordChange }),
  post(api.changeUsername, 'Set the name that others read, or none', 'Boot', { body: usernameChange }),
  get(api.accountData, 'Everything that is stored about oneself, one download at a time', 'AccountData'),
  post(api.deleteAccount, 'Delete the account', 'Deleted', { body: accountDeletion }),
  post(
    api.commands,
    'Commands on events and racers. Each is answered on its own, exactly once however often it is sent.',
    'CommandAnswers',
    { id: 'sendCommands', body: commandBatch },
  ),
  get(api.account, 'Credits, events and racers of the account', 'Account'),
  get(api.event, 'An event as one may see it. Its shape changes with releases.', 'WholeEvent', {
    ...byKey,
    headers: schema,
  }),
  get(api.changes, 'What happened after a number, or the whole event when that is too long ago', 'EventChanges', {
    query: { after: 'The last number that one has', ...key },
    headers: schema,
    isOpen: true,
  }),
  get(api.history, 'Who did what, the newest first, 100 at a time. For admins.', 'EventHistory', {
    query: { before: 'Only what has a lower number', ...key },
    headers: schema,
    isOpen: true,
  }),
  get(api.people, 'Those who run an event. For its admins.', 'EventPeople', byKey),
  get(api.eventList, 'Events that one is an admin of, the newest first', 'EventList', {
    id: 'listEvents',
    query: { limit: `How many, from 1 to ${MAX_LISTED_EVENTS}, which is the default`, ...after },
  }),
  get(api.startList, 'Who starts, in which order and when, as one may see it', 'StartList', {
    ...byKey,
    isKept: true,
  }),
  get(api.tokens, 'The tokens of the account, without the tokens themselves', 'TokenList'),
  post(api.createToken, 'Make a token: the one answer that shows it', 'MadeToken', { body: newToken }),
  post(api.withdrawToken, 'Withdraw a token', 'TokenList', { body: tokenWithdrawal }),
  get(api.webhooks, 'The webhooks of the account, each with its last deliveries', 'WebhookList'),
  post(api.createWebhook, 'Make a webhook: the one answer that shows its secret', 'MadeWebhook', { body: newWebhook }),
  post(api.removeWebhook, 'Remove a webhook and what waits for it', 'WebhookList', { body: webhookChoice }),
  post(api.testWebhook, 'Send a test message at once', 'TestedWebhook', { body: webhookChoice }),
  post(api.resumeWebhook, 'Turn a webhook on again', 'WebhookList', { body: webhookChoice }),
  get(
    api.bests,
    'The best times that the racers of an event had on its course before. For viewers where the owner shows them.',
    'Bests',
    byKey,
  ),
  get(api.embed, 'The sites whose pages may show the board. For the owner.', 'EmbedSettings'),
  post(api.embed, 'Set those sites. For the owner.', 'EmbedSettings', { body: embedSettings }),
  get(letterheadPaths.one, 'What the owner has printed above certificates. For admins.', 'Letterhead'),
  post(letterheadPaths.one, 'Set that, for all events of the owner. For the owner.', 'Letterhead', {
    body: letterhead,
  }),
  get(
    picturePaths.all,
    'Finishes of an event with pictures on the server. For admins, and viewers if shown.',
    'PicturedFinishes',
    byKey,
  ),
  get(
    picturePaths.finish,
    'What a finish camera saw of one finish: its moments. For admins, and viewers if shown.',
    'SharedFinish',
    byKey,
  ),
  put(picturePaths.finish, 'Begin to share the pictures of a finish. For admins.', 'SharedFinish', {
    body: pictureFacts,
    query: key,
  }),
  remove(picturePaths.finish, 'Delete the pictures of a finish. For admins.', 'Deleted', { query: key }),
  get(
    picturePaths.part,
    'One of its pictures: 0 is the strip, 1 to 3 are the frames. For admins, and viewers if shown.',
    null,
    {
      ...byKey,
      id: 'getPicturePart',
      type: 'image/*',
    },
  ),
  put(picturePaths.part, 'Store one of its pictures: JPEG, PNG or WebP. For admins.', 'Stored', {
    id: 'putPicturePart',
    sends: 'image/*',
    query: key,
  }),
  get(
    api.results,
    'The results as one may see them. Ask again with If-None-Match: 304 where nothing has changed.',
    'Results',
    {
      ...byKey,
      id: 'getResults',
      isKept: true,
    },
  ),
  get(api.publicRows, 'For caches: the rows of an event that changed lately, as viewers see them', 'EventRows', {
    isOpen: true,
    isKept: true,
  }),
  get(api.publicWhole, 'For caches: an event as viewers see it', 'WholeEvent', {
    id: 'getPublicWhole',
    isOpen: true,
    isKept: true,
  }),
  get(
    api.boardCsv,
    'The board as CSV with the same columns always: first the latest finisher, then everybody by rank',
    null,
    { ...byKey, id: 'getBoardCsv', type: 'text/csv', isKept: true },
  ),
  post(
    api.followers,
    'Follow a racer, or the results: told by push or by mail. By mail only after the address is confirmed.',
    'Followed',
    { ...byKey, body: followRequest },
  ),
  get(api.pushKey, 'The key that a browser subscribes to push messages with', 'PushKey', opened),
  post(api.confirmFollow, 'Confirm an address that is to follow', 'ConfirmedFollow', {
    body: followerToken,
    isOpen: true,
  }),
  post(api.unfollow, 'Stop following', 'Stopped', { body: followerToken, isOpen: true }),
  post(api.unfollowAtOnce, 'Stop following, as mail programs do it (RFC 8058)', 'Stopped', {
    id: 'unfollowAtOnce',
    query: { token: 'The token of the link' },
    sends: FORM,
    isOpen: true,
  }),
  get(api.screens, 'Screens of an event, with keys. For admins; guests get their own', 'Screens'),
  post(api.screens, 'Make a screen, with a key of its own', 'Screen', { body: newScreen }),
  remove(api.screen, 'Withdraw a screen: its key opens nothing any more', 'Screens'),
  get(api.group, 'The events that are shared to a group', 'Group', opened),
  get(api.creditHistory, 'What became of one’s credits, the newest first, 50 at a time', 'CreditHistory', {
    query: { before: 'Only what has a lower number' },
  }),
  post(api.createPaymentIntent, 'Begin to buy a package of credits: what the card is confirmed with', 'PaymentIntent', {
    body: paymentIntentRequest,
  }),
  get(api.payment, 'What became of a payment', 'Payment'),
  get(api.receipt, 'The receipt of a payment', null, { type: 'text/plain' }),
  post(api.paymentWebhook, 'Signed messages of the payment provider', 'Received', {
    sends: 'application/json',
    isOpen: true,
  }),
  post(api.sandboxConfirm, 'Test mode only: pay with a test card', 'CardOutcome', {
    body: sandboxConfirmation,
    isOpen: true,
  }),
  post(api.sandboxAuthenticate, 'Test mode only: answer what the bank of a test card asks', 'CardOutcome', {
    body: sandboxAuthentication,
    isOpen: true,
  }),
  get(api.clock, 'The common clock: when the question came and when the answer left', 'Clock', {
    isOpen: true,
  }),
  get(api.openApi, 'This document', 'Document', { id: 'getOpenApi', isOpen: true }),
  get(historyPaths.one, 'The results of a racer in one’s own events', 'History', {
    headers: { [HISTORY_KEY_HEADER]: 'The key of the link of the racer’s results' },
    isOpen: true,
  }),
  get(historyPaths.series, 'Where a racer stands in the newest series', 'RacerSeries', {
    headers: { [HISTORY_KEY_HEADER]: 'The key of the link of the racer’s results' },
    isOpen: true,
  }),
  get(historyPaths.merge, 'What it means that two racers are one person', 'MergePreview', {
    query: { into: 'The racer that would stand for both' },
  }),
  post(historyPaths.link, 'Turn the link of a racer’s results on, with a new key, or off', 'LinkKey', {
    body: historyLink,
  }),
  get(seriesPaths.list, 'One’s own series, the newest first', 'SeriesList', { id: 'listSeries' }),
  get(seriesPaths.one, 'A series of one’s own with its standings', 'Series', {
    headers: { [SERIES_KEY_HEADER]: 'The key of its link. Not with a token.' },
    isKept: true,
    isOpen: true,
  }),
  get(
    seriesPaths.csv,
    'Its standings as CSV: everybody first, then each category, dropped scores in brackets, a column for each event',
    null,
    {
      id: 'getStandingsCsv',
      headers: { [SERIES_KEY_HEADER]: 'The key of its link. Not with a token.' },
      type: 'text/csv',
      isKept: true,
      isOpen: true,
    },
  ),
  put(seriesPaths.one, 'Create or change a series. A change of an older version is refused.', 'SavedSeries', {
    body: seriesChange,
  }),
  remove(seriesPaths.one, 'Delete a series; its events stay', 'Deleted'),
  post(seriesPaths.link, 'Turn the link of a series on, with a new key, or off', 'LinkKey', { body: seriesLink }),
  get(api.ownRaces, 'One’s own events that have results, with their courses', 'Races', {
    id: 'listOwnRaces',
  }),
  get(api.compare, 'Two of one’s own events, racer by racer', 'Comparison', { id: 'compareEvents', isKept: true }),
  get(api.progress, 'Who gets faster on a course, over the chosen weeks. For the owner of the events.', 'Progress', {
    query: {
      course: 'The `courseKey` of one’s events',
      from: 'Epoch milliseconds',
      to: 'Epoch milliseconds, not included',
    },
    isKept: true,
  }),
  get(api.records, 'The records of a course by category, each with its day. For the owner of the events.', 'Records', {
    query: { course: 'The `courseKey` of one’s events' },
    isKept: true,
  }),
  get(handicapPaths.list, 'One’s own handicap tables, without their rows', 'HandicapTables'),
  get(handicapPaths.one, 'A handicap table of one’s own', 'HandicapTable'),
  put(handicapPaths.one, 'Store a handicap table. A table is never changed: another version is another table.', 'Id', {
    body: handicapTable,
  }),
  remove(handicapPaths.one, 'Delete a handicap table; results keep what they took from it', 'Deleted'),
];
