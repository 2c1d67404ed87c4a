import { randomBytes } from 'node:crypto';
import type { CommandAnswer, CommandAnswers, Command } from '../../src/protocol/commands.ts';
import type { ErrorAnswer } from '../../src/protocol/errors.ts';
import { api } from '../../src/protocol/routes.ts';
import { SCHEMA_HEADER, SCHEMA_VERSION } from '../../src/protocol/schema-version.ts';
import { batchOf } from '../support/commands.ts';
import { keepCookies, sessionIn } from '../support/cookies.ts';
import { type LiveClient, openLive } from '../support/live-client.ts';

/** The whole answer to a call. */
export interface Reply {
  readonly status: number;
  readonly text: string;
  readonly headers: Headers;
}

export interface Call {
  readonly method?: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly path: string;
  readonly cookie?: string;
  readonly body?: unknown;
  /** A binary body instead of JSON. */
  readonly bytes?: Uint8Array<ArrayBuffer>;
  readonly headers?: Readonly<Record<string, string>>;
}

/** An unused client address: limits by address start anew. */
export function newAddress(): string {
  const groups = randomBytes(12).toString('hex').match(/.{4}/g) ?? [];
  return `2001:db8:${groups.join(':')}`;
}

export async function call(url: string, { method, path, cookie, body, bytes, headers }: Call): Promise<Reply> {
  const response = await fetch(url + path, {
    method: method ?? (body === undefined ? 'GET' : 'POST'),
    redirect: 'manual',
    headers: {
      [SCHEMA_HEADER]: String(SCHEMA_VERSION),
      'x-forwarded-for': newAddress(),
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(cookie !== undefined && cookie !== '' && { cookie }),
      ...headers,
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    ...(bytes !== undefined && { body: bytes }),
  });
  return { status: response.status, text: await response.text(), headers: response.headers };
}

export function parse<Body>({ text }: Reply): Body {
  return JSON.parse(text) as Body;
}

/** The code of a refusal; any other status than 200 is returned as text. */
export function refusalIn(reply: Reply): string | null {
  if (reply.status === 200) return null;
  try {
    return parse<ErrorAnswer>(reply).error.code;
  } catch {
    return `status ${reply.status}`;
  }
}

export type Keys = Readonly<Record<string, string>>;

export const commandCall = (cookie: string, keys: Keys, ...commands: Command[]): Call => ({
  path: api.commands,
  cookie,
  body: { ...batchOf(...commands), keys },
});

/** For building only: every command must be accepted. */
export async function sendAll(
  url: string,
  cookie: string,
  keys: Keys,
  ...commands: Command[]
): Promise<CommandAnswer[]> {
  const reply = await call(url, commandCall(cookie, keys, ...commands));
  const answers = reply.status === 200 ? parse<CommandAnswers>(reply).answers : [];
  const refused = commands.filter((_command, index) => answers[index]?.status !== 'accepted');
  if (refused.length > 0) throw new Error(`A fixture was refused: ${refused[0]!.type}: ${reply.text.slice(0, 400)}`);
  return [...answers];
}

export const connect = (url: string, cookie: string): Promise<LiveClient> =>
  openLive(url, cookie, { headers: { 'x-forwarded-for': newAddress() } });

export const cookieIn = (reply: Reply): string => keepCookies('', reply.headers.getSetCookie());

/** The token of a cookie without its signature: the part that nobody else may ever see. */
export function tokenIn(cookie: string): string {
  return sessionIn(cookie).split('.')[0]!;
}
