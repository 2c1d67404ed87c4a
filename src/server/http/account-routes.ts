import { Hono } from 'hono';
import {
  accountDeletion,
  type Boot,
  emailVerification,
  loginRequest,
  passwordChange,
  passwordResetConfirmation,
  passwordResetRequest,
  signUpRequest,
  type SignedInViewer,
  type Site,
  type Viewer,
} from '../../protocol/account.ts';
import { api } from '../../protocol/routes.ts';
import {
  changePassword,
  confirmPasswordReset,
  confirmVerification,
  requestPasswordReset,
  requestVerification,
} from '../accounts/credentials.ts';
import type { AccountParts } from '../accounts/parts.ts';
import { collectPersonalData, deleteAccount } from '../accounts/personal-data.ts';
import { login, logout, recogniseViewer, signInAnonymously, viewerOf } from '../accounts/sessions.ts';
import { signUp } from '../accounts/sign-up.ts';
import { createAccountLimits } from './account-limits.ts';
import { refuseWith } from './answers.ts';
import { readBody } from './body.ts';
import type { App, AppContext, AppEnv } from './context.ts';
import { authHeaders, setCookies } from './cookies.ts';
import { createExportTurns } from './export-turns.ts';
import { writeJson } from './json-stream.ts';
import { streamAnswer } from './stream-answer.ts';

/** `onDeleted`: there are videos to be taken away, and names in other people's events. */
export function createAccountRoutes(parts: AccountParts, site: Site, onDeleted: () => void): App {
  const app = new Hono<AppEnv>();
  const limits = createAccountLimits(parts.limits);
  const exports = createExportTurns(parts.limits);
  const bootOf = (viewer: Viewer): Boot => ({ viewer, site });

  app.use('/api/*', (c, next) => {
    c.env.outgoing.setHeader('Cache-Control', 'no-store');
    return next();
  });

  app.get(api.boot, async (c) => {
    const { viewer, cookies } = await recogniseViewer(parts, authHeaders(c));
    setCookies(c, cookies);
    return c.json(bootOf(viewer));
  });

  app.post(api.signUp, async (c) => {
    const body = await readBody(c, signUpRequest);
    if (!body.ok) return refuseWith(c, body.error);
    const wait = limits.signUp(c.get('address'));
    if (wait > 0) return refuseWith(c, 'too-many-requests', wait);
    const created = await signUp(parts, body.value);
    return created.ok ? c.json({ created: true, accepted: created.value.accepted }) : refuseWith(c, created.error);
  });

  app.post(api.login, async (c) => {
    const body = await readBody(c, loginRequest);
    if (!body.ok) return refuseWith(c, body.error);
    const attempt = limits.beginGuess(c.get('address'), body.value.email);
    if (attempt.wait > 0) return refuseWith(c, 'too-many-attempts', attempt.wait);
    const session = await login(parts, body.value, authHeaders(c));
    if (!session.ok) {
      if (session.error !== 'wrong-credentials') attempt.succeeded();
      return refuseWith(c, session.error);
    }
    attempt.succeeded();
    setCookies(c, session.value.cookies);
    return c.json(bootOf(await viewerOf(parts, session.value.userId, false)));
  });

  app.post(api.anonymous, async (c) => {
    const known = await recogniseViewer(parts, authHeaders(c));
    if (known.viewer.kind !== 'nobody') return c.json(bootOf(known.viewer));
    const wait = limits.anonymous(c.get('address'));
    if (wait > 0) return refuseWith(c, 'too-many-requests', wait);
    const session = await signInAnonymously(parts, authHeaders(c));
    if (!session.ok) return refuseWith(c, session.error);
    setCookies(c, session.value.cookies);
    return c.json(bootOf(await viewerOf(parts, session.value.userId, true)));
  });

  app.post(api.logout, async (c) => {
    const { viewer } = await recogniseViewer(parts, authHeaders(c));
    setCookies(c, (await logout(parts, authHeaders(c))).cookies);
    if (viewer.kind !== 'nobody') parts.onAccountChanged(viewer.userId);
    return c.json(bootOf({ kind: 'nobody' }));
  });

  app.post(api.requestPasswordReset, async (c) => {
    const body = await readBody(c, passwordResetRequest);
    if (!body.ok) return refuseWith(c, body.error);
    const limit = limits.resetMail(c.get('address'), body.value.email);
    if (limit.wait > 0) return refuseWith(c, 'too-many-requests', limit.wait);
    if (limit.mayMail) await requestPasswordReset(parts, body.value.email);
    return c.json({ sent: true });
  });

  app.post(api.confirmPasswordReset, async (c) => {
    const body = await readBody(c, passwordResetConfirmation);
    if (!body.ok) return refuseWith(c, body.error);
    const changed = await confirmPasswordReset(parts, body.value);
    return changed.ok ? c.json({ changed: true }) : refuseWith(c, changed.error);
  });

  app.post(api.requestVerification, async (c) => {
    const viewer = await signedIn(c);
    if (viewer === undefined) return refuseWith(c, 'unauthenticated');
    if (viewer.emailVerified) return c.json({ sent: false });
    const wait = limits.verificationMail(viewer.userId);
    if (wait > 0) return refuseWith(c, 'too-many-requests', wait);
    const sent = await requestVerification(parts, viewer.email, authHeaders(c));
    return sent.ok ? c.json({ sent: true }) : refuseWith(c, sent.error);
  });

  app.post(api.confirmVerification, async (c) => {
    const body = await readBody(c, emailVerification);
    if (!body.ok) return refuseWith(c, body.error);
    const verified = await confirmVerification(parts, body.value.token);
    return verified.ok ? c.json({ verified: true }) : refuseWith(c, 'link-expired');
  });

  app.post(api.changePassword, async (c) => {
    const viewer = await signedIn(c);
    if (viewer === undefined) return refuseWith(c, 'unauthenticated');
    const body = await readBody(c, passwordChange);
    if (!body.ok) return refuseWith(c, body.error);
    const attempt = limits.beginGuess(c.get('address'), viewer.email);
    if (attempt.wait > 0) return refuseWith(c, 'too-many-attempts', attempt.wait);
    const changed = await changePassword(parts, viewer.userId, body.value, authHeaders(c));
    if (!changed.ok) return refuseWith(c, changed.error);
    attempt.succeeded();
    parts.onAccountChanged(viewer.userId);
    setCookies(c, changed.value.cookies);
    return c.json({ changed: true });
  });

  app.get(api.accountData, async (c) => {
    const viewer = await signedIn(c);
    if (viewer === undefined) return refuseWith(c, 'unauthenticated');
    const turn = exports.begin(viewer.userId);
    if (!turn.ok) return refuseWith(c, turn.error.code, turn.error.wait);
    c.header('Content-Disposition', 'attachment; filename="pushoff-my-data.json"');
    c.header('Content-Type', 'application/json; charset=utf-8');
    return streamAnswer(c, writeJson(collectPersonalData(parts, viewer)), { onEnd: turn.value });
  });

  app.post(api.deleteAccount, async (c) => {
    const viewer = await signedIn(c);
    if (viewer === undefined) return refuseWith(c, 'unauthenticated');
    const body = await readBody(c, accountDeletion);
    if (!body.ok) return refuseWith(c, body.error);
    const attempt = limits.beginGuess(c.get('address'), viewer.email);
    if (attempt.wait > 0) return refuseWith(c, 'too-many-attempts', attempt.wait);
    const deleted = await deleteAccount(parts, viewer, body.value.password);
    if (!deleted.ok) return refuseWith(c, deleted.error);
    attempt.succeeded();
    onDeleted();
    setCookies(c, (await logout(parts, authHeaders(c))).cookies);
    return c.json({ deleted: true });
  });

  async function signedIn(c: AppContext): Promise<SignedInViewer | undefined> {
    const { viewer, cookies } = await recogniseViewer(parts, authHeaders(c));
    setCookies(c, cookies);
    return viewer.kind === 'user' ? viewer : undefined;
  }

  return app;
}
