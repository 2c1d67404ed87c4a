import { createHash, timingSafeEqual } from 'node:crypto';
import { Hono } from 'hono';
import { operatorPaths } from '../../protocol/operator.ts';
import type { ServerContext } from '../server-context.ts';
import { recogniseViewer } from '../accounts/sessions.ts';
import type { Metrics } from '../metrics/metrics.ts';
import { refuseWith } from './answers.ts';
import type { App, AppEnv } from './context.ts';
import { authHeaders, setCookies } from './cookies.ts';

export interface OperatorParts {
  readonly accounts: ServerContext;
  readonly metrics: Metrics;
  readonly metricsToken: string | undefined;
}

/** Routes for the operators. Any other sender gets the answer of a path that does not exist. */
export function createOperatorRoutes({ accounts, metrics, metricsToken }: OperatorParts): App {
  const app = new Hono<AppEnv>();

  app.get(operatorPaths.figures, async (c, next) => {
    const { viewer, cookies } = await recogniseViewer(accounts, authHeaders(c));
    if (viewer.kind !== 'user' || viewer.isOperator !== true) return next();
    setCookies(c, cookies);
    c.header('Cache-Control', 'no-store');
    return c.json(metrics.read(c.req.query('known') ?? ''));
  });

  app.get(operatorPaths.metrics, async (c, next) => {
    if (metricsToken === undefined) return next();
    if (!isBearer(c.req.header('authorization'), metricsToken)) {
      c.header('WWW-Authenticate', 'Bearer');
      return refuseWith(c, 'unauthenticated');
    }
    c.header('Cache-Control', 'no-store');
    return c.text(metrics.render(), 200, { 'Content-Type': 'text/plain; version=0.0.4; charset=utf-8' });
  });
  return app;
}

/**
 * Tokens are compared by their digests, which are equally long: neither the length nor the beginning of the token shows
 * in the time.
 */
function isBearer(header: string | undefined, token: string): boolean {
  const given = /^Bearer +(\S+)$/i.exec(header ?? '')?.[1] ?? '';
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(given), digest(token));
}
