import { CLIENT_ADDRESS_HEADER } from '../accounts/auth.ts';
import { type AppContext, headerIn } from './context.ts';

/** The user agent is stored with every session; browsers need half of this length. */
const MOST_OF_USER_AGENT = 300;

/** Headers that better-auth needs, with the address as we know it. */
export function authHeaders(c: AppContext): Headers {
  const headers = new Headers({ [CLIENT_ADDRESS_HEADER]: c.get('address') });
  const cookie = headerIn(c, 'cookie');
  if (cookie !== undefined) headers.set('cookie', cookie);
  const userAgent = headerIn(c, 'user-agent')?.slice(0, MOST_OF_USER_AGENT);
  if (userAgent !== undefined) headers.set('user-agent', userAgent);
  return headers;
}

export function setCookies(c: AppContext, cookies: readonly string[]): void {
  for (const cookie of cookies) c.header('Set-Cookie', cookie, { append: true });
}
