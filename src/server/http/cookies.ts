import { CLIENT_ADDRESS_HEADER } from '../accounts/auth.ts';
import { type AppContext, headerIn } from './context.ts';

/** Just what better-auth needs of a request, with the address as we know it. */
export function authHeaders(c: AppContext): Headers {
  const headers = new Headers({ [CLIENT_ADDRESS_HEADER]: c.get('address') });
  for (const name of ['cookie', 'user-agent']) {
    const value = headerIn(c, name);
    if (value !== undefined) headers.set(name, value);
  }
  return headers;
}

export function setCookies(c: AppContext, cookies: readonly string[]): void {
  for (const cookie of cookies) c.header('Set-Cookie', cookie, { append: true });
}
