import { Hono } from 'hono';
import { type MadeToken, newToken, type TokenList, tokenWithdrawal } from '../../protocol/api-tokens.ts';
import { api } from '../../protocol/routes.ts';
import type { ServerContext } from '../server-context.ts';
import type { Limit } from '../limits/limiter.ts';
import { deleteToken, listTokens } from '../storage/api-tokens.ts';
import type { Tokens } from '../tokens/tokens.ts';
import { refuseWith } from './answers.ts';
import { readBody } from './body.ts';
import type { App, AppEnv } from './context.ts';
import { accountOf, forConfirmed } from './find-account.ts';

const MADE: Limit = { burst: 30, refillMs: 60_000 };

/** Routes for the tokens of an account: they are made, listed and withdrawn in a browser, never by a token. */
export function createTokenRoutes(parts: ServerContext, tokens: Tokens): App {
  const app = new Hono<AppEnv>();
  const { db } = parts.storage;
  const owners = forConfirmed(parts);
  const made = parts.limits.limiter('tokens-made', MADE);
  const listOf = async (userId: string): Promise<TokenList> => ({ tokens: await listTokens(db, userId) });

  app.get(api.tokens, owners, async (c) => {
    return c.json(await listOf(accountOf(c).userId));
  });

  app.post(api.createToken, owners, async (c) => {
    const body = await readBody(c, newToken);
    if (!body.ok) return refuseWith(c, body.error);
    const { userId } = accountOf(c);
    const wait = made.take(userId);
    if (wait > 0) return refuseWith(c, 'too-many-requests', wait);
    const token = await tokens.make(userId, body.value);
    if (!token.ok) return refuseWith(c, token.error);
    return c.json({ token: token.value, ...(await listOf(userId)) } satisfies MadeToken);
  });

  app.post(api.withdrawToken, owners, async (c) => {
    const body = await readBody(c, tokenWithdrawal);
    if (!body.ok) return refuseWith(c, body.error);
    if (!(await deleteToken(db, accountOf(c).userId, body.value.id))) return refuseWith(c, 'token-not-found');
    return c.json(await listOf(accountOf(c).userId));
  });
  return app;
}
