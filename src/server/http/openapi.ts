import * as z from 'zod';
import type { ZodMiniType } from 'zod/mini';
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
import { listedEvents, startList } from '../../protocol/api-reads.ts';
import { newToken, tokenCalls, tokenWithdrawal } from '../../protocol/api-tokens.ts';
import { anyCommand, commandBatch } from '../../protocol/commands.ts';
import { handicapPaths, handicapTable } from '../../protocol/handicap-tables.ts';
import { embedSettings } from '../../protocol/embeds.ts';
import { errors } from '../../protocol/errors.ts';
import { followerToken, followRequest } from '../../protocol/followers.ts';
import { paymentIntentRequest, sandboxAuthentication, sandboxConfirmation } from '../../protocol/payments.ts';
import { publicResults } from '../../protocol/results.ts';
import { api } from '../../protocol/routes.ts';
import { newScreen } from '../../protocol/screens.ts';
import { newWebhook, webhookChoice, webhookHeaders, webhookMessage } from '../../protocol/webhooks.ts';
import {
  privacyZones,
  runChange,
  runLink,
  runOwnerBlock,
  runPaths,
  runShare,
  sharedRunAnswer,
} from '../../protocol/runs.ts';
import { historyLink, historyPaths } from '../../protocol/history.ts';
import { seriesPaths } from '../../protocol/series-paths.ts';
import { seriesChange, seriesLink } from '../../protocol/series.ts';

interface Operation {
  readonly method: 'get' | 'head' | 'post' | 'put' | 'patch' | 'delete';
  readonly path: string;
  readonly summary: string;
  readonly body?: ZodMiniType;
  readonly query?: Readonly<Record<string, string>>;
  /** The shape of the answer, for calls whose answers are promised to stay. */
  readonly answer?: ZodMiniType;
}

const key = { key: 'A guest key of the event, where one has no account' };

const after = { after: 'The `next` of the page before' };
const known = { known: 'The `version` of the list as it was last read: where it is the same, nothing else is sent' };

/** All calls, with the schemas that check them. A route that is not listed here fails a test. */
export const operations: readonly Operation[] = [
  { method: 'get', path: api.boot, summary: 'Who is signed in' },
  { method: 'post', path: api.signUp, summary: 'Create an account', body: signUpRequest },
  { method: 'post', path: api.login, summary: 'Log in', body: loginRequest },
  { method: 'post', path: api.anonymous, summary: 'Sign in without an account' },
  { method: 'post', path: api.logout, summary: 'Log out' },
  { method: 'post', path: api.requestPasswordReset, summary: 'Ask for a reset link', body: passwordResetRequest },
  { method: 'post', path: api.confirmPasswordReset, summary: 'Set a password', body: passwordResetConfirmation },
  { method: 'post', path: api.requestVerification, summary: 'Ask for a confirmation link' },
  {
    method: 'post',
    path: api.confirmVerification,
    summary: 'Confirm an email, in a session of its account or with its password',
    body: emailVerification,
  },
  {
    method: 'post',
    path: api.disownAccount,
    summary: 'Remove an unconfirmed account as the holder of its mailbox',
    body: accountDisowning,
  },
  { method: 'post', path: api.stopMail, summary: 'Get no more invitations by mail, or get them again', body: mailWish },
  {
    method: 'post',
    path: api.stopMailAtOnce,
    summary: 'The same, as mail programs do it (RFC 8058)',
    query: { token: 'The token of the link' },
  },
  { method: 'post', path: api.changePassword, summary: 'Change the password', body: passwordChange },
  {
    method: 'post',
    path: api.changeUsername,
    summary: 'Set the name that others read, or none',
    body: usernameChange,
  },
  { method: 'get', path: api.accountData, summary: 'Everything that is stored about oneself, one download at a time' },
  { method: 'post', path: api.deleteAccount, summary: 'Delete the account', body: accountDeletion },
  {
    method: 'post',
    path: api.commands,
    summary: 'Commands on events and racers. Each is answered on its own, exactly once however often it is sent.',
    body: commandBatch,
  },
  { method: 'get', path: api.account, summary: 'Credits, events and racers of the account' },
  { method: 'get', path: api.event, summary: 'An event as one may see it', query: key },
  {
    method: 'get',
    path: api.changes,
    summary: 'What happened after a number, or the whole event when that is too long ago',
    query: { after: 'The last number that one has', ...key },
  },
  {
    method: 'get',
    path: api.history,
    summary: 'Who did what, the newest first, 100 at a time. For admins.',
    query: { before: 'Only what has a lower number', ...key },
  },
  { method: 'get', path: api.people, summary: 'Those who run an event. For its admins.', query: key },
  { method: 'get', path: api.eventList, summary: 'Events that one is an admin of', answer: listedEvents },
  {
    method: 'get',
    path: api.startList,
    summary: 'Who starts, in which order and when, as one may see it',
    query: key,
    answer: startList,
  },
  { method: 'get', path: api.tokens, summary: 'The tokens of the account, without the tokens themselves' },
  { method: 'post', path: api.createToken, summary: 'Make a token: the one answer that shows it', body: newToken },
  { method: 'post', path: api.withdrawToken, summary: 'Withdraw a token', body: tokenWithdrawal },
  { method: 'get', path: api.webhooks, summary: 'The webhooks of the account, each with its last deliveries' },
  {
    method: 'post',
    path: api.createWebhook,
    summary: 'Make a webhook: the one answer that shows its secret',
    body: newWebhook,
  },
  { method: 'post', path: api.removeWebhook, summary: 'Remove a webhook and what waits for it', body: webhookChoice },
  { method: 'post', path: api.testWebhook, summary: 'Send a test message at once', body: webhookChoice },
  { method: 'post', path: api.resumeWebhook, summary: 'Turn a webhook on again', body: webhookChoice },
  {
    method: 'get',
    path: api.bests,
    summary:
      'The best times that the racers of an event had on its course before. For viewers where the owner shows them.',
    query: key,
  },
  { method: 'get', path: api.embed, summary: 'The sites whose pages may show the board. For the owner.' },
  { method: 'post', path: api.embed, summary: 'Set those sites. For the owner.', body: embedSettings },
  {
    method: 'get',
    path: api.results,
    summary: 'The results as one may see them. Ask again with If-None-Match: 304 where nothing has changed.',
    query: key,
    answer: publicResults,
  },
  {
    method: 'get',
    path: api.boardCsv,
    summary: 'The board as CSV with the same columns always: first the latest finisher, then everybody by rank',
    query: key,
  },
  {
    method: 'post',
    path: api.followers,
    summary: 'Follow a racer, or the results: told by push or by mail. By mail only after the address is confirmed.',
    body: followRequest,
    query: key,
  },
  { method: 'get', path: api.pushKey, summary: 'The key that a browser subscribes to push messages with' },
  { method: 'post', path: api.confirmFollow, summary: 'Confirm an address that is to follow', body: followerToken },
  { method: 'post', path: api.unfollow, summary: 'Stop following', body: followerToken },
  {
    method: 'post',
    path: api.unfollowAtOnce,
    summary: 'Stop following, as mail programs do it (RFC 8058)',
    query: { token: 'The token of the link' },
  },
  { method: 'get', path: api.screens, summary: 'Screens of an event, with keys. For admins; guests get their own' },
  { method: 'post', path: api.screens, summary: 'Make a screen, with a key of its own', body: newScreen },
  { method: 'delete', path: api.screen, summary: 'Withdraw a screen: its key opens nothing any more' },
  { method: 'get', path: api.group, summary: 'The events that are shared to a group' },
  {
    method: 'get',
    path: api.creditHistory,
    summary: 'What became of one’s credits, the newest first, 50 at a time',
    query: { before: 'Only what has a lower number' },
  },
  {
    method: 'post',
    path: api.createPaymentIntent,
    summary: 'Begin to buy a package of credits: what the card is confirmed with',
    body: paymentIntentRequest,
  },
  { method: 'get', path: api.payment, summary: 'What became of a payment' },
  { method: 'get', path: api.receipt, summary: 'The receipt of a payment' },
  { method: 'post', path: api.paymentWebhook, summary: 'Signed messages of the payment provider' },
  {
    method: 'post',
    path: api.sandboxConfirm,
    summary: 'Test mode only: pay with a test card',
    body: sandboxConfirmation,
  },
  {
    method: 'post',
    path: api.sandboxAuthenticate,
    summary: 'Test mode only: answer what the bank of a test card asks',
    body: sandboxAuthentication,
  },
  { method: 'get', path: api.clock, summary: 'The common clock: when the question came and when the answer left' },
  { method: 'get', path: api.openApi, summary: 'This document' },
  {
    method: 'get',
    path: runPaths.list,
    summary: 'One’s own runs in short, 50 at a time, the last added first',
    query: { ...after, ...known },
  },
  {
    method: 'get',
    path: runPaths.shared,
    summary: 'In short: runs of others that one keeps, and those offered',
    query: after,
  },
  {
    method: 'post',
    path: runPaths.sharedRun,
    summary: 'Keep a run of somebody else, or take it off',
    body: sharedRunAnswer,
  },
  {
    method: 'post',
    path: runPaths.owners,
    summary: 'Be offered runs of somebody no more, or again',
    body: runOwnerBlock,
  },
  { method: 'get', path: runPaths.runs, summary: 'All runs, whole. Refused where they are many: ask for the lists.' },
  { method: 'get', path: runPaths.run, summary: 'A run as one may see it; X-Run-Key holds the key of its link' },
  {
    method: 'put',
    path: runPaths.run,
    summary: 'Create or change a run. A change of an older version is refused with the newest beside the code.',
    body: runChange,
    query: { key: 'A guest key of the race that it is attached to, where one is no admin of that' },
  },
  { method: 'get', path: runPaths.samples, summary: 'The samples of a source, packed, as one may see them' },
  { method: 'put', path: runPaths.samples, summary: 'Store the samples of a source, packed' },
  { method: 'post', path: runPaths.shares, summary: 'Share a run with an address', body: runShare },
  { method: 'post', path: runPaths.unshare, summary: 'Share it with that address no more', body: runShare },
  { method: 'post', path: runPaths.link, summary: 'Turn the link of a run on or off', body: runLink },
  { method: 'get', path: runPaths.eventRuns, summary: 'The runs that belong to results of an event', query: key },
  { method: 'get', path: runPaths.zones, summary: 'The zones that others do not see into' },
  { method: 'put', path: runPaths.zones, summary: 'Set those zones', body: privacyZones },
  {
    method: 'get',
    path: historyPaths.one,
    summary: 'The results of a racer in one’s own events, or with the key of their link in X-History-Key',
  },
  {
    method: 'post',
    path: historyPaths.link,
    summary: 'Turn the link of a racer’s results on, with a new key, or off',
    body: historyLink,
  },
  { method: 'get', path: seriesPaths.list, summary: 'One’s own series' },
  {
    method: 'get',
    path: seriesPaths.one,
    summary: 'A series with its standings: one’s own, or with the key of its link in X-Series-Key. Has an ETag.',
  },
  {
    method: 'put',
    path: seriesPaths.one,
    summary: 'Create or change a series. A change of an older version is refused.',
    body: seriesChange,
  },
  { method: 'delete', path: seriesPaths.one, summary: 'Delete a series; its events stay' },
  {
    method: 'post',
    path: seriesPaths.link,
    summary: 'Turn the link of a series on, with a new key, or off',
    body: seriesLink,
  },
  { method: 'get', path: api.ownRaces, summary: 'One’s own events that have results, with their courses' },
  { method: 'get', path: api.compare, summary: 'Two of one’s own events, racer by racer' },
  {
    method: 'get',
    path: api.progress,
    summary: 'Who gets faster on a course, over the chosen weeks. For the owner of the events.',
    query: {
      course: 'The `courseKey` of one’s events',
      from: 'Epoch milliseconds',
      to: 'Epoch milliseconds, not included',
    },
  },
  { method: 'get', path: handicapPaths.list, summary: 'One’s own handicap tables, without their rows' },
  { method: 'get', path: handicapPaths.one, summary: 'A handicap table of one’s own' },
  {
    method: 'put',
    path: handicapPaths.one,
    summary: 'Store a handicap table. A table is never changed: another version is another table.',
    body: handicapTable,
  },
  {
    method: 'delete',
    path: handicapPaths.one,
    summary: 'Delete a handicap table; results keep what they took from it',
  },
  { method: 'post', path: runPaths.videos, summary: 'Begin to upload a video (tus 1.0.0)' },
  { method: 'patch', path: runPaths.video, summary: 'Go on uploading it (tus 1.0.0)' },
  { method: 'head', path: runPaths.video, summary: 'How far it has come (tus 1.0.0), or what GET would answer' },
  {
    method: 'get',
    path: runPaths.video,
    summary: 'An uploaded video, in byte ranges',
    query: { ticket: 'The videoTicket of a run that one came to by its link' },
  },
  { method: 'delete', path: runPaths.video, summary: 'Delete it (tus 1.0.0)' },
];

export function createOpenApi(publicUrl: string): object {
  const paths: Record<string, Record<string, object>> = {};
  for (const operation of operations) {
    const path = operation.path.replaceAll(/:(\w+)/g, '{$1}');
    paths[path] = { ...paths[path], [operation.method]: describe(operation) };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Pushoff',
      version: '1',
      description:
        'Browsers have sessions, which are cookies; programs have tokens. Every refusal has the shape of Error.',
    },
    servers: [{ url: publicUrl }],
    paths,
    webhooks: { message: describeMessage() },
    components: {
      schemas: { Command: schemaOf(anyCommand), Error: errorSchema },
      securitySchemes: { token: { type: 'http', scheme: 'bearer' } },
    },
  };
}

function describe({ method, path, summary, body, query = {}, answer }: Operation): object {
  const named = [...path.matchAll(/:(\w+)/g)].map(([, name]) => ({ name, in: 'path', required: true, schema: text }));
  const asked = Object.entries(query).map(([name, description]) => ({ name, in: 'query', description, schema: text }));
  const call = tokenCalls.find((each) => each.method === method && each.path === path);
  return {
    summary,
    ...(call && {
      security: [{ token: [] }, {}],
      'x-scopes': call.scopes,
    }),
    parameters: [...named, ...asked],
    ...(body && { requestBody: { required: true, content: { 'application/json': { schema: schemaOf(body) } } } }),
    responses: {
      200: {
        description: 'Done',
        content: { 'application/json': answer ? { schema: schemaOf(answer, 'output') } : {} },
      },
      default: {
        description: 'Refused',
        content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
      },
    },
  };
}

const text = { type: 'string' };

const errorSchema = {
  type: 'object',
  required: ['error'],
  properties: {
    error: {
      type: 'object',
      required: ['code', 'status', 'message', 'requestId'],
      properties: {
        code: { enum: Object.keys(errors) },
        status: text,
        message: text,
        requestId: text,
        retryAfterSeconds: { type: 'integer' },
      },
    },
  },
};

function schemaOf(schema: ZodMiniType, io: 'input' | 'output' = 'input'): object {
  return z.toJSONSchema(schema, { io, unrepresentable: 'any' });
}

/** The message that a webhook's receiver gets. */
function describeMessage(): object {
  const headers = Object.values(webhookHeaders).map((name) => ({ name, in: 'header', required: true, schema: text }));
  return {
    post: {
      summary: 'A result, a correction, a status or a test, signed as standardwebhooks.com says',
      parameters: headers,
      requestBody: { content: { 'application/json': { schema: schemaOf(webhookMessage, 'output') } } },
      responses: { '2XX': { description: 'Taken. Anything else, and the message comes again with the same id.' } },
    },
  };
}
