import { APIError } from 'better-auth/api';
import { ok, refuse, type Result } from '../../domain/result.ts';
import type { LoginRequest, Viewer } from '../../protocol/account.ts';
import { type ErrorCode, isErrorCode } from '../../protocol/errors.ts';
import type { Sender } from '../access/sender.ts';
import { readBalance } from '../storage/ledger.ts';
import { findProfile } from '../storage/profiles.ts';
import type { AccountParts } from './account-parts.ts';
import { FRESH_SESSION_MS } from './auth.ts';
import { senderOf } from './sender.ts';
import { sessionCookieIn } from './session-cookie.ts';

/** Set-Cookie lines that an answer must carry, so that the browser keeps its session. */
export interface WithCookies {
  readonly cookies: readonly string[];
}

export async function login(
  parts: AccountParts,
  request: LoginRequest,
  headers: Headers,
): Promise<Result<WithCookies & { userId: string }, ErrorCode>> {
  const fresh = await withoutStaleCookie(parts, headers);
  return refusable(async () => {
    const answer = await parts.auth.api.signInEmail({ body: request, headers: fresh, returnHeaders: true });
    return { userId: answer.response.user.id, cookies: answer.headers.getSetCookie() };
  });
}

export async function signInAnonymously(
  parts: AccountParts,
  headers: Headers,
): Promise<Result<WithCookies & { userId: string }, ErrorCode>> {
  const fresh = await withoutStaleCookie(parts, headers);
  return refusable(async () => {
    const answer = await parts.auth.api.signInAnonymous({ headers: fresh, returnHeaders: true });
    return { userId: answer.response.user.id, cookies: answer.headers.getSetCookie() };
  });
}

export async function logout({ auth }: AccountParts, headers: Headers): Promise<WithCookies> {
  const answer = await auth.api.signOut({ headers, returnHeaders: true });
  return { cookies: answer.headers.getSetCookie() };
}

/** The viewer, and the cookie that keeps a long-lived session alive. */
export async function recogniseViewer(
  parts: AccountParts,
  headers: Headers,
): Promise<WithCookies & { viewer: Viewer }> {
  const answer = await parts.auth.api.getSession({ headers, returnHeaders: true });
  const cookies = answer.headers.getSetCookie();
  const session = answer.response;
  if (session === null) return { viewer: { kind: 'nobody' }, cookies };
  const cookie = sessionCookieIn(headers.get('cookie') ?? undefined, parts.publicUrl);
  if (cookie !== undefined) parts.knownSessions.remember(cookie, session.session.token);
  return { viewer: await viewerOf(parts, session.user.id, Boolean(session.user.isAnonymous)), cookies };
}

/** The sender of commands and reads, which come much more often: one query, if the session is known and fresh. */
export async function recogniseSender(
  parts: AccountParts,
  cookieHeader: string | undefined,
  headers: () => Headers,
): Promise<WithCookies & { sender: Sender | null }> {
  const cookie = sessionCookieIn(cookieHeader, parts.publicUrl);
  const known = cookie === undefined ? undefined : await parts.knownSessions.find(cookie);
  if (known !== undefined && known.expiresAt - parts.clock.now() > FRESH_SESSION_MS) {
    return { sender: known.sender, cookies: [] };
  }
  const { viewer, cookies } = await recogniseViewer(parts, headers());
  return { sender: senderOf(viewer), cookies };
}

/**
 * The sender behind a socket, by the session's own cookie. A socket cannot hand the browser a cookie, so it must not
 * renew a session: the browser's own would run out meanwhile.
 */
export async function recogniseSocket(parts: AccountParts, cookie: string): Promise<Sender | null> {
  const known = await parts.knownSessions.find(cookie);
  if (known !== undefined && known.expiresAt > parts.clock.now()) return known.sender;
  const headers = new Headers({ cookie });
  const answer = await parts.auth.api.getSession({ headers, query: { disableRefresh: true } });
  if (answer === null) return null;
  parts.knownSessions.remember(cookie, answer.session.token);
  return senderOf(await viewerOf(parts, answer.user.id, Boolean(answer.user.isAnonymous)));
}

export async function viewerOf(
  { storage: { db }, operators }: AccountParts,
  userId: string,
  isAnonymous: boolean,
): Promise<Viewer> {
  if (isAnonymous) return { kind: 'anonymous', userId };
  const user = await db.selectFrom('user').selectAll().where('id', '=', userId).executeTakeFirst();
  const profile = await findProfile(db, userId);
  if (user === undefined || profile === undefined || !profile.accepted) return { kind: 'nobody' };
  const emailVerified = Boolean(user.emailVerified);
  return {
    kind: 'user',
    userId,
    email: user.email,
    emailVerified,
    ...(emailVerified && operators.has(user.email) && { isOperator: true }),
    username: profile.username,
    name: user.name,
    credits: await readBalance(db, userId),
  };
}

/**
 * better-auth deletes the cookie of a session that is gone, after it has set the new one: a client with such a cookie
 * would be signed in and out in the same answer.
 */
async function withoutStaleCookie(parts: AccountParts, headers: Headers): Promise<Headers> {
  const { viewer } = await recogniseViewer(parts, headers);
  const fresh = new Headers(headers);
  if (viewer.kind === 'nobody') fresh.delete('cookie');
  return fresh;
}

const refusals: Readonly<Record<string, ErrorCode>> = {
  INVALID_EMAIL_OR_PASSWORD: 'wrong-credentials',
  INVALID_EMAIL: 'wrong-credentials',
  INVALID_PASSWORD: 'wrong-password',
  INVALID_TOKEN: 'link-expired',
  TOKEN_EXPIRED: 'link-expired',
  USER_NOT_FOUND: 'link-expired',
  UNAUTHORIZED: 'unauthenticated',
};

/** Turns better-auth's thrown refusal into a value; anything else is a bug and stays thrown. */
export async function refusable<Value>(call: () => Promise<Value>): Promise<Result<Value, ErrorCode>> {
  try {
    return ok(await call());
  } catch (error) {
    const code = error instanceof APIError ? error.body?.code : undefined;
    if (isErrorCode(code)) return refuse(code);
    const known = code === undefined ? undefined : refusals[code];
    if (known === undefined) throw error;
    return refuse(known);
  }
}
