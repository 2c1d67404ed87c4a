import { Hono } from 'hono';
import {
  accountDeletion,
  type Boot,
  loginRequest,
  passwordChange,
  signUpRequest,
  type SignedInViewer,
  type Site,
  usernameChange,
  type Viewer,
} from '../../protocol/account.ts';
import { api } from '../../protocol/routes.ts';
import type { ServerContext } from '../server-context.ts';
import { changePassword } from '../accounts/credentials.ts';
import { deleteAccount } from '../accounts/delete-account.ts';
import { recogniseDevice, rememberDevice } from '../accounts/known-devices.ts';
import { sendVerification } from '../accounts/mailbox.ts';
import { hashingFor } from '../accounts/passwords.ts';
import { collectPersonalData } from '../accounts/personal-data.ts';
import { login, logout, recogniseViewer, signInAnonymously, viewerOf } from '../accounts/sessions.ts';
import { signUp } from '../accounts/sign-up.ts';
import { changeUsername } from '../accounts/username.ts';
import { networkKey } from '../addresses/client-address.ts';
import { NoTurnError } from '../fair-turns.ts';
import { createPasswordGuesses } from '../guesses/password-guesses.ts';
import { createAccountLimits } from '../limits/account-limits.ts';
import { refuseWith } from './answers.ts';
import { readBody } from './body.ts';
import type { ClientFiles } from './client-files.ts';
import { type App, type AppContext, type AppEnv, headerIn } from './context.ts';
import { authHeaders, setCookies } from './cookies.ts';
import { callersLanguageOf } from './language.ts';
import { createMailLinkRoutes } from './mail-link-routes.ts';

/** All sessions of an account share one name for guesses: stolen sessions cannot guess more by being many. */
const SESSION = 'session';
/** Seconds until a full queue of hashes has room again, about. */
const BUSY_S = 5;
import { createExportTurns } from './export-turns.ts';
import { writeJson } from '../json/json-stream.ts';
import { streamAnswer } from './stream-answer.ts';

/**
 * `onDeleted` is called when an account is deleted: its videos, and its names in other owners' events, are still to be
 * erased.
 */
export function createAccountRoutes(parts: ServerContext, site: Site, files: ClientFiles, onDeleted: () => void): App {
  const app = new Hono<AppEnv>();
  const limits = createAccountLimits(parts.limits);
  const guesses = createPasswordGuesses(limits);
  const exports = createExportTurns(parts.limits);
  const bootOf = (viewer: Viewer): Boot => ({ viewer, site });

  app.use('/api/*', (c, next) => {
    c.env.outgoing.setHeader('Cache-Control', 'no-store');
    return next();
  });

  // Hashes wait in turn with those of their network, and are not computed for a client that has hung up.
  app.use('/api/account/*', (c, next) => {
    const gone = new AbortController();
    c.env.outgoing.once('close', () => gone.abort());
    return hashingFor({ from: networkKey(c.get('address')), gone: gone.signal }, next);
  });
  app.onError((error, c) => {
    if (!(error instanceof NoTurnError)) throw error;
    return error.reason === 'full' ? refuseWith(c, 'passwords-busy', BUSY_S) : refuseWith(c, 'cancelled');
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
    const created = await signUp(parts, body.value, callersLanguageOf(c, files.pages, true));
    return created.ok ? c.json(created.value) : refuseWith(c, created.error);
  });

  app.post(api.login, async (c) => {
    const body = await readBody(c, loginRequest);
    if (!body.ok) return refuseWith(c, body.error);
    const device = await recogniseDevice(parts, headerIn(c, 'cookie'), body.value.email);
    const session = await guesses.make(c.get('address'), body.value.email, device, () =>
      login(parts, body.value, authHeaders(c)),
    );
    if (!session.ok) return refuseWith(c, session.error.code, session.error.wait);
    const { userId, cookies } = session.value;
    setCookies(c, [...(await rememberDevice(parts, headerIn(c, 'cookie'), userId)), ...cookies]);
    return c.json(bootOf(await viewerOf(parts, userId, false)));
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

  app.post(api.requestVerification, async (c) => {
    const viewer = await signedIn(c);
    if (viewer === undefined) return refuseWith(c, 'unauthenticated');
    if (viewer.emailVerified) return c.json({ sent: false });
    const wait = limits.verificationMail(viewer.userId);
    if (wait > 0) return refuseWith(c, 'too-many-requests', wait);
    await sendVerification(parts, { id: viewer.userId, email: viewer.email });
    return c.json({ sent: true });
  });

  app.post(api.changePassword, async (c) => {
    const viewer = await signedIn(c);
    if (viewer === undefined) return refuseWith(c, 'unauthenticated');
    const body = await readBody(c, passwordChange);
    if (!body.ok) return refuseWith(c, body.error);
    const { userId, email } = viewer;
    const change = () => changePassword(parts, userId, body.value, authHeaders(c));
    const changed = await guesses.make(c.get('address'), email, SESSION, change);
    if (!changed.ok) return refuseWith(c, changed.error.code, changed.error.wait);
    parts.onAccountChanged(userId);
    setCookies(c, [...(await rememberDevice(parts, headerIn(c, 'cookie'), userId)), ...changed.value.cookies]);
    return c.json({ changed: true });
  });

  app.post(api.changeUsername, async (c) => {
    const viewer = await signedIn(c);
    if (viewer === undefined) return refuseWith(c, 'unauthenticated');
    const body = await readBody(c, usernameChange);
    if (!body.ok) return refuseWith(c, body.error);
    const wait = limits.username(viewer.userId);
    if (wait > 0) return refuseWith(c, 'too-many-requests', wait);
    await changeUsername(parts, viewer.userId, body.value.username);
    return c.json(bootOf(await viewerOf(parts, viewer.userId, false)));
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
    const remove = () => deleteAccount(parts, viewer, body.value.password);
    const deleted = await guesses.make(c.get('address'), viewer.email, SESSION, remove);
    if (!deleted.ok) return refuseWith(c, deleted.error.code, deleted.error.wait);
    onDeleted();
    setCookies(c, (await logout(parts, authHeaders(c))).cookies);
    return c.json({ deleted: true });
  });

  app.route('/', createMailLinkRoutes({ parts, limits, guesses, signedIn, onDeleted }));

  async function signedIn(c: AppContext): Promise<SignedInViewer | undefined> {
    const { viewer, cookies } = await recogniseViewer(parts, authHeaders(c));
    setCookies(c, cookies);
    return viewer.kind === 'user' ? viewer : undefined;
  }

  return app;
}
