import { pages } from '../../protocol/routes.ts';

const PARAMETER = 'next';
const LONGEST = 1000;
const BASE = 'https://site.invalid';

/**
 * The page that a user was on the way to, from the address of the login, the packages or the checkout. Only pages of this
 * site: a link from elsewhere must not send a user who has just logged in to another site.
 */
export function readNext(search: URLSearchParams): string | null {
  const text = search.get(PARAMETER);
  if (text === null || text.length > LONGEST) return null;
  const url = parse(text);
  if (url?.origin !== BASE) return null;
  const isPage = pages.some((page) => page === url.pathname) || /^\/analysis\/[\w-]+$/.test(url.pathname);
  return isPage ? `${url.pathname}${url.search}${url.hash}` : null;
}

/** `URL.canParse` is missing in Safari 16. */
function parse(text: string): URL | null {
  try {
    return new URL(text, BASE);
  } catch {
    return null;
  }
}

/** The path, with the page to go on to afterwards. */
export function withNext(path: string, next: string | null): string {
  if (next === null) return path;
  return `${path}${path.includes('?') ? '&' : '?'}${PARAMETER}=${encodeURIComponent(next)}`;
}
