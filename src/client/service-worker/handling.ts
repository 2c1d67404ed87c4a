export type Handling = 'page' | 'file' | 'untouched';

/**
 * Calls and sockets handle a missing network themselves; /checkout and /embed have content policies of their own, which
 * the shell would replace.
 */
const UNTOUCHED = /^\/(?:api|live|healthz|checkout|embed|sw\.js)(?:\/|$)/;

export interface AskedFor {
  readonly method: string;
  readonly mode: string;
  readonly url: string;
}

/** How the worker handles a request. `files` are the paths that came with this release. */
export function handlingOf({ method, mode, url }: AskedFor, origin: string, files: ReadonlySet<string>): Handling {
  const { origin: asked, pathname } = new URL(url);
  if (method !== 'GET' || asked !== origin || UNTOUCHED.test(pathname)) return 'untouched';
  // Assets of other releases too: a page that was opened before this release still requests them.
  if (files.has(pathname) || pathname.startsWith('/assets/')) return 'file';
  return mode === 'navigate' ? 'page' : 'untouched';
}
