import { Hono } from 'hono';
import { mailWish } from '../../protocol/account.ts';
import { api } from '../../protocol/routes.ts';
import type { ServerContext } from '../server-context.ts';
import { closeMailbox, openMailbox } from '../invitations/invitation-mail.ts';
import { readStopToken } from '../mail/recipients.ts';
import { refuseWith } from './answers.ts';
import { readBody } from './body.ts';
import type { App, AppContext, AppEnv } from './context.ts';

/** Routes for recipients of mail, with an account or without: the link in the mail identifies them. */
export function createMailRoutes({ storage, clock, secret }: ServerContext): App {
  const app = new Hono<AppEnv>();
  async function answer(c: AppContext, token: string, isWanted: boolean): Promise<Response> {
    const recipient = readStopToken(secret, token);
    if (recipient === null) return refuseWith(c, 'link-expired');
    if (isWanted) await openMailbox(storage.db, recipient);
    else await closeMailbox(storage.db, recipient, clock.now());
    return c.json({ isWanted });
  }
  app.post(api.stopMail, async (c) => {
    const body = await readBody(c, mailWish);
    return body.ok ? answer(c, body.value.token, body.value.isWanted) : refuseWith(c, body.error);
  });
  // A mail program posts to the link itself (RFC 8058). The body says nothing that the link does not, and is not read.
  app.post(api.stopMailAtOnce, (c) => answer(c, c.req.query('token') ?? '', false));
  return app;
}
