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

const call =
  (method: Operation['method']) =>
  (path: string, summary: string, more: Pick<Operation, 'body' | 'query' | 'answer'> = {}): Operation => ({
    method,
    path,
    summary,
    ...more,
  });
const [get, head, post] = [call('get'), call('head'), call('post')];
const [put, patch, remove] = [call('put'), call('patch'), call('delete')];

/** All calls, with the schemas that check them. A route that is not listed here fails a test. */
export const operations: readonly Operation[] = [
  get(api.boot, 'Who is signed in'),
  post(api.signUp, 'Create an account', { body: signUpRequest }),
  post(api.login, 'Log in', { body: loginRequest }),
  post(api.anonymous, 'Sign in without an account'),
  post(api.logout, 'Log out'),
  post(api.requestPasswordReset, 'Ask for a reset link', { body: passwordResetRequest }),
  post(api.confirmPasswordReset, 'Set a password', { body: passwordResetConfirmation }),
  post(api.requestVerification, 'Ask for a confirmation link'),
  post(api.confirmVerification, 'Confirm an email, in a session of its account or with its password', {
    body: emailVerification,
  }),
  post(api.disownAccount, 'Remove an unconfirmed account as the holder of its mailbox', { body: accountDisowning }),
  post(api.stopMail, 'Get no more invitations by mail, or get them again', { body: mailWish }),
  post(api.stopMailAtOnce, 'The same, as mail programs do it (RFC 8058)', {
    query: { token: 'The token of the link' },
  }),
  post(api.changePassword, 'Change the password', { body: passwordChange }),
  post(api.changeUsername, 'Set the name that others read, or none', { body: usernameChange }),
  get(api.accountData, 'Everything that is stored about oneself, one download at a time'),
  post(api.deleteAccount, 'Delete the account', { body: accountDeletion }),
  post(
    api.commands,
    'Commands on events and racers. Each is answered on its own, exactly once however often it is sent.',
    { body: commandBatch },
  ),
  get(api.account, 'Credits, events and racers of the account'),
  get(api.event, 'An event as one may see it', { query: key }),
  get(api.changes, 'What happened after a number, or the whole event when that is too long ago', {
    query: { after: 'The last number that one has', ...key },
  }),
  get(api.history, 'Who did what, the newest first, 100 at a time. For admins.', {
    query: { before: 'Only what has a lower number', ...key },
  }),
  get(api.people, 'Those who run an event. For its admins.', { query: key }),
  get(api.eventList, 'Events that one is an admin of', { answer: listedEvents }),
  get(api.startList, 'Who starts, in which order and when, as one may see it', { query: key, answer: startList }),
  get(api.tokens, 'The tokens of the account, without the tokens themselves'),
  post(api.createToken, 'Make a token: the one answer that shows it', { body: newToken }),
  post(api.withdrawToken, 'Withdraw a token', { body: tokenWithdrawal }),
  get(api.webhooks, 'The webhooks of the account, each with its last deliveries'),
  post(api.createWebhook, 'Make a webhook: the one answer that shows its secret', { body: newWebhook }),
  post(api.removeWebhook, 'Remove a webhook and what waits for it', { body: webhookChoice }),
  post(api.testWebhook, 'Send a test message at once', { body: webhookChoice }),
  post(api.resumeWebhook, 'Turn a webhook on again', { body: webhookChoice }),
  get(
    api.bests,
    'The best times that the racers of an event had on its course before. For viewers where the owner shows them.',
    { query: key },
  ),
  get(api.embed, 'The sites whose pages may show the board. For the owner.'),
  post(api.embed, 'Set those sites. For the owner.', { body: embedSettings }),
  get(api.results, 'The results as one may see them. Ask again with If-None-Match: 304 where nothing has changed.', {
    query: key,
    answer: publicResults,
  }),
  get(
    api.boardCsv,
    'The board as CSV with the same columns always: first the latest finisher, then everybody by rank',
    { query: key },
  ),
  post(
    api.followers,
    'Follow a racer, or the results: told by push or by mail. By mail only after the address is confirmed.',
    { body: followRequest, query: key },
  ),
  get(api.pushKey, 'The key that a browser subscribes to push messages with'),
  post(api.confirmFollow, 'Confirm an address that is to follow', { body: followerToken }),
  post(api.unfollow, 'Stop following', { body: followerToken }),
  post(api.unfollowAtOnce, 'Stop following, as mail programs do it (RFC 8058)', {
    query: { token: 'The token of the link' },
  }),
  get(api.screens, 'Screens of an event, with keys. For admins; guests get their own'),
  post(api.screens, 'Make a screen, with a key of its own', { body: newScreen }),
  remove(api.screen, 'Withdraw a screen: its key opens nothing any more'),
  get(api.group, 'The events that are shared to a group'),
  get(api.creditHistory, 'What became of one’s credits, the newest first, 50 at a time', {
    query: { before: 'Only what has a lower number' },
  }),
  post(api.createPaymentIntent, 'Begin to buy a package of credits: what the card is confirmed with', {
    body: paymentIntentRequest,
  }),
  get(api.payment, 'What became of a payment'),
  get(api.receipt, 'The receipt of a payment'),
  post(api.paymentWebhook, 'Signed messages of the payment provider'),
  post(api.sandboxConfirm, 'Test mode only: pay with a test card', { body: sandboxConfirmation }),
  post(api.sandboxAuthenticate, 'Test mode only: answer what the bank of a test card asks', {
    body: sandboxAuthentication,
  }),
  get(api.clock, 'The common clock: when the question came and when the answer left'),
  get(api.openApi, 'This document'),
  get(runPaths.list, 'One’s own runs in short, 50 at a time, the last added first', { query: { ...after, ...known } }),
  get(runPaths.shared, 'In short: runs of others that one keeps, and those offered', { query: after }),
  post(runPaths.sharedRun, 'Keep a run of somebody else, or take it off', { body: sharedRunAnswer }),
  post(runPaths.owners, 'Be offered runs of somebody no more, or again', { body: runOwnerBlock }),
  get(runPaths.runs, 'All runs, whole. Refused where they are many: ask for the lists.'),
  get(runPaths.run, 'A run as one may see it; X-Run-Key holds the key of its link'),
  put(
    runPaths.run,
    'Create or change a run. A change of an older version is refused with the newest beside the code.',
    {
      body: runChange,
      query: { key: 'A guest key of the race that it is attached to, where one is no admin of that' },
    },
  ),
  get(runPaths.samples, 'The samples of a source, packed, as one may see them'),
  put(runPaths.samples, 'Store the samples of a source, packed'),
  post(runPaths.shares, 'Share a run with an address', { body: runShare }),
  post(runPaths.unshare, 'Share it with that address no more', { body: runShare }),
  post(runPaths.link, 'Turn the link of a run on or off', { body: runLink }),
  get(runPaths.eventRuns, 'The runs that belong to results of an event', { query: key }),
  get(runPaths.zones, 'The zones that others do not see into'),
  put(runPaths.zones, 'Set those zones', { body: privacyZones }),
  get(historyPaths.one, 'The results of a racer in one’s own events, or with the key of their link in X-History-Key'),
  post(historyPaths.link, 'Turn the link of a racer’s results on, with a new key, or off', { body: historyLink }),
  get(seriesPaths.list, 'One’s own series'),
  get(
    seriesPaths.one,
    'A series with its standings: one’s own, or with the key of its link in X-Series-Key. Has an ETag.',
  ),
  put(seriesPaths.one, 'Create or change a series. A change of an older version is refused.', { body: seriesChange }),
  remove(seriesPaths.one, 'Delete a series; its events stay'),
  post(seriesPaths.link, 'Turn the link of a series on, with a new key, or off', { body: seriesLink }),
  get(api.ownRaces, 'One’s own events that have results, with their courses'),
  get(api.compare, 'Two of one’s own events, racer by racer'),
  get(api.progress, 'Who gets faster on a course, over the chosen weeks. For the owner of the events.', {
    query: {
      course: 'The `courseKey` of one’s events',
      from: 'Epoch milliseconds',
      to: 'Epoch milliseconds, not included',
    },
  }),
  get(handicapPaths.list, 'One’s own handicap tables, without their rows'),
  get(handicapPaths.one, 'A handicap table of one’s own'),
  put(handicapPaths.one, 'Store a handicap table. A table is never changed: another version is another table.', {
    body: handicapTable,
  }),
  remove(handicapPaths.one, 'Delete a handicap table; results keep what they took from it'),
  post(runPaths.videos, 'Begin to upload a video (tus 1.0.0)'),
  patch(runPaths.video, 'Go on uploading it (tus 1.0.0)'),
  head(runPaths.video, 'How far it has come (tus 1.0.0), or what GET would answer'),
  get(runPaths.video, 'An uploaded video, in byte ranges', {
    query: { ticket: 'The videoTicket of a run that one came to by its link' },
  }),
  remove(runPaths.video, 'Delete it (tus 1.0.0)'),
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
