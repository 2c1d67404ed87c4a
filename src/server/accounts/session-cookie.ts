/** The `__Host-` prefix can be set over https alone, and by no neighbouring subdomain. */
export function cookiePrefixOf(publicUrl: string): string {
  return publicUrl.startsWith('https:') ? '__Host-pushoff' : 'pushoff';
}

/** Limit longer than any cookie that was made here. */
const MOST_CHARACTERS = 300;

/**
 * `name=value` of the session, out of a Cookie header in which other programs may write anything. Only this is kept of
 * a request: whole headers of 16 KB each, for thousands of sockets, would fill the memory. Of two with that name the
 * first counts, as for better-auth.
 */
export function sessionCookieIn(header: string | undefined, publicUrl: string): string | undefined {
  const name = `${cookiePrefixOf(publicUrl)}.session_token`;
  for (const pair of header?.split(';') ?? []) {
    const [key = ''] = pair.split('=', 1);
    if (key.trim() === name) return pair.length > MOST_CHARACTERS ? undefined : pair.trim();
  }
  return undefined;
}

/** Token and signature of the value; undefined when it cannot be one of better-auth's. */
export function readSessionCookie(cookie: string): { readonly token: string; readonly signature: string } | undefined {
  const value = decode(cookie.slice(cookie.indexOf('=') + 1).trim());
  const dot = value?.lastIndexOf('.') ?? -1;
  return value === undefined || dot < 1 ? undefined : { token: value.slice(0, dot), signature: value.slice(dot + 1) };
}

function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
