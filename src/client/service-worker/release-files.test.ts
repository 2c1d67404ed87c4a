import { describe, expect, test, vi } from 'vitest';
import { cacheNameOf, findFile, forgetOtherReleases, noteActivation, storeRelease } from './release-files.ts';

/** The part of a browser's `CacheStorage` that is used. */
function memoryCaches() {
  const stored = new Map<string, Map<string, Response>>();
  const open = (name: string) => {
    const entries = stored.get(name) ?? new Map<string, Response>();
    stored.set(name, entries);
    return {
      match: async (path: string) => entries.get(path)?.clone(),
      put: async (path: string, response: Response) => void entries.set(path, response),
    };
  };
  const caches = {
    open: async (name: string) => open(name),
    keys: async () => [...stored.keys()],
    delete: async (name: string) => stored.delete(name),
    match: async (path: string, { cacheName }: { cacheName?: string } = {}) => {
      const entries = [...stored].filter(([name]) => cacheName === undefined || name === cacheName);
      return entries
        .map(([, files]) => files.get(path))
        .find((file) => file !== undefined)
        ?.clone();
    },
  } as unknown as CacheStorage;
  return { caches, pathsOf: (id: string) => [...(stored.get(cacheNameOf(id))?.keys() ?? [])].sort() };
}

const server = (release: string) =>
  vi.fn(async (path: string, _init: RequestInit) => new Response(`${path} ${release}`));
const fetched = (fetch: ReturnType<typeof server>) => fetch.mock.calls.map(([path]) => path).sort();
const files = [['/assets/a-1.js'], ['/shell.html', 'sha256-x']] as const;

describe('storing a release', () => {
  test('fetches every file, and by its digest where the name does not say the content', async () => {
    const { caches, pathsOf } = memoryCaches();
    const fetch = server('one');
    await storeRelease({ id: 'one', shell: '/shell.html', files }, { caches, fetch });
    expect(pathsOf('one')).toEqual(['/assets/a-1.js', '/shell.html']);
    expect(fetch).toHaveBeenCalledWith('/shell.html', { integrity: 'sha256-x', cache: 'no-cache', priority: 'low' });
    expect(fetch).toHaveBeenCalledWith('/assets/a-1.js', { priority: 'low' });
  });

  test('takes hashed files from the release before, and nothing else', async () => {
    const { caches, pathsOf } = memoryCaches();
    await storeRelease({ id: 'one', shell: '/shell.html', files }, { caches, fetch: server('one') });
    const fetch = server('two');
    await storeRelease({ id: 'two', shell: '/shell.html', files: [...files, ['/assets/b-2.js']] }, { caches, fetch });
    expect(fetched(fetch)).toEqual(['/assets/b-2.js', '/shell.html']);
    expect(pathsOf('two')).toEqual(['/assets/a-1.js', '/assets/b-2.js', '/shell.html']);
    expect(await (await findFile('/shell.html', 'two', caches))!.text()).toBe('/shell.html two');
  });

  test('fails when a file is missing, and goes on from there the next time', async () => {
    const { caches } = memoryCaches();
    const broken = async (path: string) => new Response('', { status: path === '/shell.html' ? 404 : 200 });
    await expect(storeRelease({ id: 'one', shell: '/shell.html', files }, { caches, fetch: broken })).rejects.toThrow(
      '/shell.html',
    );
    const fetch = server('one');
    await storeRelease({ id: 'one', shell: '/shell.html', files }, { caches, fetch });
    expect(fetched(fetch)).toEqual(['/shell.html']);
  });
});

describe('keeping releases', () => {
  async function run(ids: readonly string[]) {
    const { caches, pathsOf } = memoryCaches();
    for (const id of ids) {
      await storeRelease(
        { id, shell: '/shell.html', files: [[`/assets/only-in-${id}.js`]] },
        { caches, fetch: server(id) },
      );
      // A release whose name ends in '!' was stored, and replaced before it ran.
      if (!id.endsWith('!')) await forgetOtherReleases(await noteActivation(id, caches), caches);
    }
    return { caches, isKept: (id: string) => pathsOf(id).length > 0 };
  }

  test('the files of the release before are found, those of the one before that are gone', async () => {
    const { caches, isKept } = await run(['one', 'two', 'three']);
    expect([isKept('one'), isKept('two'), isKept('three')]).toEqual([false, true, true]);
    expect(await findFile('/assets/only-in-two.js', 'three', caches)).toBeDefined();
  });

  test('the one before is the one that ran, not one that only waited', async () => {
    const { isKept } = await run(['one', 'two!', 'three']);
    expect([isKept('one'), isKept('two!'), isKept('three')]).toEqual([true, false, true]);
  });

  test('going back to an earlier release counts as the newest', async () => {
    const { isKept } = await run(['one', 'two', 'one', 'three']);
    expect([isKept('one'), isKept('two'), isKept('three')]).toEqual([true, false, true]);
  });

  test('other caches of the site are left alone', async () => {
    const { caches } = memoryCaches();
    await caches.open('somebody-elses');
    await forgetOtherReleases(await noteActivation('one', caches), caches);
    expect(await caches.keys()).toContain('somebody-elses');
  });
});
