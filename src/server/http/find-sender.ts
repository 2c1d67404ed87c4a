import type { Sender } from '../access/sender.ts';
import type { AccountParts } from '../accounts/account-parts.ts';
import { recogniseSender } from '../accounts/sessions.ts';
import { type AppContext, headerIn } from './context.ts';
import { authHeaders, setCookies } from './cookies.ts';

/** Whoever is signed in, anonymous or not. The answer carries the cookie on when the session was renewed. */
export async function findSender(parts: AccountParts, c: AppContext): Promise<Sender | null> {
  const { sender, cookies } = await recogniseSender(parts, headerIn(c, 'cookie'), () => authHeaders(c));
  setCookies(c, cookies);
  return sender;
}
