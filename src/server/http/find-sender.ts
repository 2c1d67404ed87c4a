import type { Sender } from '../access/sender.ts';
import type { AccountParts } from '../accounts/account-parts.ts';
import { recogniseSender } from '../accounts/sessions.ts';
import { type AppContext, headerIn } from './context.ts';
import { authHeaders, setCookies } from './cookies.ts';

/** The signed-in sender, anonymous or not, or a token's. A renewed session's cookie is set on the answer. */
export async function findSender(parts: AccountParts, c: AppContext): Promise<Sender | null> {
  const token = c.get('token');
  if (token !== undefined) return token.sender;
  const { sender, cookies } = await recogniseSender(parts, headerIn(c, 'cookie'), () => authHeaders(c));
  setCookies(c, cookies);
  return sender;
}
