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
import { anyCommand, commandBatch } from '../../protocol/commands.ts';
import { errors } from '../../protocol/errors.ts';
import { paymentIntentRequest, sandboxAuthentication, sandboxConfirmation } from '../../protocol/payments.ts';
import { api } from '../../protocol/routes.ts';
import { newScreen } from '../../protocol/screens.ts';
import {
  privacyZones,
  runChange,
  runLink,
  runOwnerBlock,
  runPaths,
  runShare,
  sharedRunAnswer,
} from '../../protocol/runs.ts';

interface Operation {
  readonly method: 'get' | 'head' | 'post' | 'put' | 'patch' | 'delete';
  readonly path: string;
  readonly summary: string;
  readonly body?: ZodMiniType;
  readonly query?: Readonly<Record<string, string>>;
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
  { method: 'get', path: api.screens, summary: 'The screens of an event, with their keys. For its admins.' },
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
      description: 'Sessions are cookies. Every refusal has the shape of Error.',
    },
    servers: [{ url: publicUrl }],
    paths,
    components: { schemas: { Command: schemaOf(anyCommand), Error: errorSchema } },
  };
}

function describe({ path, summary, body, query = {} }: Operation): object {
  const named = [...path.matchAll(/:(\w+)/g)].map(([, name]) => ({ name, in: 'path', required: true, schema: text }));
  const asked = Object.entries(query).map(([name, description]) => ({ name, in: 'query', description, schema: text }));
  return {
    summary,
    parameters: [...named, ...asked],
    ...(body && { requestBody: { required: true, content: { 'application/json': { schema: schemaOf(body) } } } }),
    responses: {
      200: { description: 'Done', content: { 'application/json': {} } },
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

function schemaOf(schema: ZodMiniType): object {
  return z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
}
