import { Hono } from 'hono';
import { mailWish } from '../../protocol/account.ts';
import { api } from '../../protocol/routes.ts';
import type { AccountParts } from '../accounts/account-parts.ts';
import { closeMailbox, openMailbox } from '../invitations/invitation-mail.ts';
import { readStopToken } from '../mail/recipients.ts';
import { refuseWith } from './answers.ts';
import { readBody } from './body.ts';
import type { App, AppEnv } from './context.ts';

/** Routes for recipients of mail, with an account or without: the link in the mail identifies them. */
export function createMailRoutes({ storage, clock, secret }: AccountParts): App {
  const app = new Hono<AppEnv>();
  app.post(api.stopMail, async (c) => {
    const body = await readBody(c, mailWish);
    if (!body.ok) return refuseWith(c, body.error);
    const { token, isWanted } = body.value;
    const recipient = readStopToken(secret, token);
    if (recipient === null) return refuseWith(c, 'link-expired');
    if (isWanted) await openMailbox(storage.db, recipient);
    else await closeMailbox(storage.db, recipient, clock.now());
    return c.json({ isWanted });
  });
  // A mail program posts to the link itself (RFC 8058). The body says nothing that the link does not, and is not read.
  app.post(api.stopMailAtOnce, async (c) => {
    const recipient = readStopToken(secret, c.req.query('token') ?? '');
    if (recipient === null) return refuseWith(c, 'link-expired');
    await closeMailbox(storage.db, recipient, clock.now());
    return c.json({ isWanted: false });
  });
  return app;
}
