import type { MiddlewareHandler } from 'hono';
import { type TokenCall, tokenCalls } from '../../protocol/api-tokens.ts';
import { addressKey } from '../addresses/client-address.ts';
import type { Tokens } from '../tokens/tokens.ts';
import { refuseWith } from './answers.ts';
import { type AppEnv, headerIn } from './context.ts';

/** A longer header is no token: it is not hashed. */
const MOST_OF_TOKEN = 200;

/**
 * A request with a token is that of its program, whatever cookies come with it: they are not looked at. A call that is
 * not in the table of calls refuses every token, before the token is looked up.
 */
export function recogniseTokens(tokens: Tokens): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    const token = bearerIn(headerIn(c, 'authorization'));
    if (token === undefined || isPage(c.req.method, c.req.path)) return next();
    const call = findCall(c.req.method, c.req.path);
    if (call === undefined) return refuseWith(c, 'token-not-accepted');
    const found = await tokens.recognise(addressKey(c.get('address')), token.slice(0, MOST_OF_TOKEN), call.scopes);
    if (!found.ok) {
      const { code, wait } = found.error;
      if (code === 'token-invalid' || code === 'token-expired') c.header('WWW-Authenticate', 'Bearer');
      return refuseWith(c, code, wait);
    }
    c.set('token', found.value);
    return next();
  };
}

/** Pages and figures are read as if there were no token. Whatever is sent to the address of a page is a call. */
const isPage = (method: string, path: string): boolean =>
  !path.startsWith('/api/') && (method === 'GET' || method === 'HEAD');

function bearerIn(header: string | undefined): string | undefined {
  return header !== undefined && /^bearer(?: |$)/i.test(header) ? header.slice('bearer '.length).trim() : undefined;
}

const patterns = tokenCalls.map((call) => ({ call, parts: call.path.split('/') }));

function findCall(method: string, path: string): TokenCall | undefined {
  const name = method === 'HEAD' ? 'get' : method.toLowerCase();
  const asked = path.split('/');
  return patterns.find(
    ({ call, parts }) =>
      call.method === name &&
      parts.length === asked.length &&
      parts.every((part, index) => part.startsWith(':') || part === asked[index]),
  )?.call;
}
