export type Handling = 'page' | 'file' | 'untouched';

/**
 * Calls and sockets speak for themselves when there is no network, and /checkout has a content policy of its own,
 * which the shell would replace.
 */
const UNTOUCHED = /^\/(?:api|live|healthz|checkout|sw\.js)(?:\/|$)/;

export interface AskedFor {
  readonly method: string;
  readonly mode: string;
  readonly url: string;
}

/** What the worker does with a request. `files` are the paths that came with this release. */
export function handlingOf({ method, mode, url }: AskedFor, origin: string, files: ReadonlySet<string>): Handling {
  const { origin: asked, pathname } = new URL(url);
  if (method !== 'GET' || asked !== origin || UNTOUCHED.test(pathname)) return 'untouched';
  // Also the assets of other releases: a page that was opened before this release still asks for them.
  if (files.has(pathname) || pathname.startsWith('/assets/')) return 'file';
  return mode === 'navigate' ? 'page' : 'untouched';
}
