import type { MiddlewareHandler } from 'hono';
import { TOKEN_START, type TokenCall, tokenCalls } from '../../protocol/api-tokens.ts';
import { pages } from '../../protocol/routes.ts';
import { addressKey } from '../addresses/client-address.ts';
import type { Tokens } from '../tokens/tokens.ts';
import { refuseWith } from './answers.ts';
import { type AppEnv, headerIn } from './context.ts';
import type { Operation } from './operation.ts';

/** A longer header is no token: it is not hashed. */
const MOST_OF_TOKEN = 200;

/**
 * A request with a token is that of its program, whatever cookies come with it: they are not looked at. A call that is
 * not in the table of calls refuses every token, before the token is looked up; where there is nothing, it says so.
 */
export function recogniseTokens(tokens: Tokens, operations: readonly Operation[]): MiddlewareHandler<AppEnv> {
  const everyCall = split([...operations, ...pages.map((path) => ({ method: 'get', path }))]);
  const isThere = ({ method, path }: Asked): boolean => find(everyCall, method, path) !== undefined;
  return async (c, next) => {
    const token = bearerIn(headerIn(c, 'authorization'));
    if (token === undefined) return next();
    const call = find(callsFor, c.req.method, c.req.path);
    if (call === undefined) return refuseWith(c, isThere(c.req) ? 'token-not-accepted' : 'not-found');
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

/** Tokens of another form are ignored: a proxy that signs people in may send its own with every request. */
function bearerIn(header: string | undefined): string | undefined {
  const [, token] = /^bearer +(\S+)/i.exec(header ?? '') ?? [];
  return token?.startsWith(TOKEN_START) ? token : undefined;
}

interface Asked {
  readonly method: string;
  readonly path: string;
}

/** Split once, and not for each request. */
const split = <Call extends Asked>(calls: readonly Call[]) =>
  calls.map((call) => ({ call, parts: call.path.split('/') }));

const callsFor = split<TokenCall>(tokenCalls);

function find<Call extends { readonly method: string }>(
  calls: readonly { readonly call: Call; readonly parts: readonly string[] }[],
  method: string,
  path: string,
): Call | undefined {
  const name = method === 'HEAD' ? 'get' : method.toLowerCase();
  const asked = path.split('/');
  return calls.find(
    ({ call, parts }) =>
      (call.method === name || call.method === method.toLowerCase()) &&
      parts.length === asked.length &&
      parts.every((part, index) => part.startsWith(':') || part === asked[index]),
  )?.call;
}
