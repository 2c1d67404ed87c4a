import { Hono } from 'hono';
import {
  accountDisowning,
  emailVerification,
  passwordResetConfirmation,
  passwordResetRequest,
  type SignedInViewer,
} from '../../protocol/account.ts';
import { api } from '../../protocol/routes.ts';
import type { ServerContext } from '../server-context.ts';
import { checkPassword, confirmPasswordReset, requestPasswordReset } from '../accounts/credentials.ts';
import { recogniseDevice, rememberDevice } from '../accounts/known-devices.ts';
import { confirmMailbox, disownAccount, findMailedAccount } from '../accounts/mailbox.ts';
import type { PasswordGuesses } from '../guesses/password-guesses.ts';
import type { AccountLimits } from '../limits/account-limits.ts';
import { refuseWith } from './answers.ts';
import { readBody } from './body.ts';
import { type App, type AppContext, type AppEnv, headerIn } from './context.ts';
import { setCookies } from './cookies.ts';

export interface MailLinkParts {
  readonly parts: ServerContext;
  readonly limits: AccountLimits;
  readonly guesses: PasswordGuesses;
  signedIn(c: AppContext): Promise<SignedInViewer | undefined>;
  onDeleted(): void;
}

/**
 * Routes behind the links in mails. Each is called by a button on its page, because mail scanners open links and run
 * scripts.
 */
export function createMailLinkRoutes({ parts, limits, guesses, signedIn, onDeleted }: MailLinkParts): App {
  const app = new Hono<AppEnv>();

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
    if (!changed.ok) return refuseWith(c, changed.error);
    // The device is known from now on: an owner kept out by strangers' guesses gets in with the new password.
    setCookies(c, await rememberDevice(parts, headerIn(c, 'cookie'), changed.value.userId));
    return c.json({ changed: true });
  });

  app.post(api.confirmVerification, async (c) => {
    const body = await readBody(c, emailVerification);
    if (!body.ok) return refuseWith(c, body.error);
    const account = await findMailedAccount(parts, body.value.token);
    if (account === undefined) return refuseWith(c, 'link-expired');
    const viewer = await signedIn(c);
    if (viewer?.userId !== account.id) {
      const { password } = body.value;
      if (password === undefined) return refuseWith(c, 'account-password-needed');
      const device = await recogniseDevice(parts, headerIn(c, 'cookie'), account.email);
      const right = await guesses.make(c.get('address'), account.email, device, () =>
        checkPassword(parts, account.id, password),
      );
      if (!right.ok) return refuseWith(c, right.error.code, right.error.wait);
    }
    await confirmMailbox(parts, account);
    return c.json({ verified: true });
  });

  app.post(api.disownAccount, async (c) => {
    const body = await readBody(c, accountDisowning);
    if (!body.ok) return refuseWith(c, body.error);
    const account = await findMailedAccount(parts, body.value.token);
    if (account === undefined) return refuseWith(c, 'link-expired');
    const removed = await disownAccount(parts, account);
    if (!removed.ok) return refuseWith(c, removed.error);
    onDeleted();
    return c.json({ removed: true });
  });

  return app;
}
