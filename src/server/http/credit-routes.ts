import { Hono } from 'hono';
import { api } from '../../protocol/routes.ts';
import type { ServerContext } from '../server-context.ts';
import { readCreditHistory } from '../storage/credit-history.ts';
import { refuseParameter } from './answers.ts';
import type { App, AppEnv } from './context.ts';
import { accountOf, forAccounts } from './find-account.ts';

const LINES_A_PAGE = 50;

/** Routes for the history of an account's credits. */
export function createCreditRoutes(parts: ServerContext): App {
  const app = new Hono<AppEnv>();

  app.get(api.creditHistory, forAccounts(parts), async (c) => {
    const before = c.req.query('before');
    if (before !== undefined && !/^[1-9]\d{0,14}$/.test(before)) {
      return refuseParameter(c, 'before', 'must be a number above 0 of at most 15 digits');
    }
    const page = { before: before === undefined ? undefined : Number(before), limit: LINES_A_PAGE };
    return c.json(await readCreditHistory(parts.storage.db, accountOf(c).userId, page));
  });
  return app;
}
