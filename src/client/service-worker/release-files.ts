/** The files of a release, kept on the device. None of them holds anything about a person. */

/** A file's path, and its digest where the path alone does not identify the content. */
export type ReleaseFile = readonly [path: string, integrity?: string];

export interface Release {
  readonly id: string;
  readonly files: readonly ReleaseFile[];
  /** The app without any user's data in it: a page that finds out by itself who the viewer is. */
  readonly shell: string;
}

export interface FilePorts {
  readonly caches: CacheStorage;
  readonly fetch: (path: string, init: RequestInit) => Promise<Response>;
}

/** @param language undefined for English */
export const shellPathOf = (language: string | undefined): string =>
  language === undefined ? '/shell.html' : `/shell.${language}.html`;

const PREFIX = 'pushoff-release-';
const HISTORY = 'pushoff-history';
const HISTORY_PATH = '/activated-releases';
/** The running release, and the one before, whose pages may still be open and load the rest of their parts late. */
const RELEASES_KEPT = 2;

export const cacheNameOf = (id: string): string => PREFIX + id;

/** The server varies by encoding, which a stored answer no longer has. */
const MATCH: CacheQueryOptions = { ignoreVary: true };

/**
 * All or nothing for the release, but no file twice: an installation that broke off goes on where it stopped, and files
 * of earlier releases are taken from them.
 */
export async function storeRelease({ id, files }: Release, { caches, fetch }: FilePorts): Promise<void> {
  const cache = await caches.open(cacheNameOf(id));
  const store = async ([path, integrity]: ReleaseFile): Promise<void> => {
    if (await cache.match(path, MATCH)) return;
    const known = integrity === undefined ? await caches.match(path, MATCH) : undefined;
    await cache.put(path, known ?? (await fetchFile(path, integrity, fetch)));
  };
  await Promise.all(files.map(store));
}

/** Fetched with low priority, behind taps, and never another release's file, which a second node may still send. */
async function fetchFile(path: string, integrity: string | undefined, fetch: FilePorts['fetch']): Promise<Response> {
  const init: RequestInit = integrity === undefined ? {} : { integrity, cache: 'no-cache' };
  const response = await fetch(path, { ...init, priority: 'low' });
  if (!response.ok || response.redirected) throw new Error(`${path} cannot be kept: HTTP ${response.status}`);
  return response;
}

export async function findFile(path: string, id: string, caches: CacheStorage): Promise<Response | undefined> {
  const own = await caches.match(path, { ...MATCH, cacheName: cacheNameOf(id) });
  return own ?? caches.match(path, MATCH);
}

/** Notes that this release runs now. Returns the ids of the releases that open pages may need, this one first. */
export async function noteActivation(id: string, caches: CacheStorage): Promise<readonly string[]> {
  const history = await caches.open(HISTORY);
  const before = await readHistory(history);
  const kept = [id, ...before.filter((other) => other !== id)].slice(0, RELEASES_KEPT);
  await history.put(HISTORY_PATH, new Response(JSON.stringify(kept)));
  return kept;
}

export async function forgetOtherReleases(kept: readonly string[], caches: CacheStorage): Promise<void> {
  const wanted = new Set(kept.map(cacheNameOf));
  const names = (await caches.keys()).filter((name) => name.startsWith(PREFIX) && !wanted.has(name));
  await Promise.all(names.map((name) => caches.delete(name)));
}

async function readHistory(history: Cache): Promise<readonly string[]> {
  const noted: unknown = await (await history.match(HISTORY_PATH))?.json();
  return Array.isArray(noted) ? noted.filter((id) => typeof id === 'string') : [];
}
