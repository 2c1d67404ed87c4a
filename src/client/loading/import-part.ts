/**
 * Every `import()` of the built app goes through here: vite.config.ts puts this module in the place of Vite's own.
 *
 * Firefox and Safari remember for the life of a page that a module did not arrive, and fail each later `import()` of it
 * without asking the network. So the files of a part are fetched first, and imported once the browser's cache has them
 * all: a part that did not arrive was never imported, and the next try finds the network.
 */

/** A server that accepts a request and stays silent would otherwise hold the part back until the browser gives up. */
const ARRIVE_MS = 60_000;

const arriving = new Map<string, Promise<void>>();

/** The name under which Vite calls it. `files` are the part's own file and all that it imports, below the root. */
export async function __vitePreload<Part>(load: () => Promise<Part>, files: readonly string[] = []): Promise<Part> {
  const leaving = watchLeaving();
  try {
    await Promise.all(files.map((file) => bring(`/${file}`)));
    return await load();
  } catch (error) {
    await leaving.over();
    throw error;
  } finally {
    leaving.stop();
  }
}

function bring(path: string): Promise<void> {
  let arrival = arriving.get(path);
  if (arrival === undefined) {
    arrival = isInPage(path) ? Promise.resolve() : path.endsWith('.css') ? addStyles(path) : fetchScript(path);
    arriving.set(path, arrival);
    arrival.catch(() => arriving.delete(path));
  }
  return arrival;
}

/** A part that the page only preloads may not arrive: it is fetched here, which takes the answer that is on its way. */
const isInPage = (path: string): boolean =>
  document.querySelector(`[src="${path}"],[href="${path}"]:not([rel=preload])`) !== null;

async function fetchScript(path: string): Promise<void> {
  const response = await fetch(path, { signal: AbortSignal.timeout(ARRIVE_MS) });
  if (!response.ok) throw new Error(`${path}: ${response.status}`);
  // Only a file that has been read to its end is in the cache.
  await response.arrayBuffer();
}

function addStyles(path: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const link = document.createElement('link');
    link.rel = 'stylesheet';
    link.crossOrigin = '';
    link.href = path;
    link.nonce = document.querySelector<HTMLMetaElement>('meta[property=csp-nonce]')?.nonce ?? '';
    link.addEventListener('load', () => resolve());
    link.addEventListener('error', () => {
      link.remove();
      reject(new Error(`${path} did not arrive`));
    });
    document.head.append(link);
  });
}

/** Time after which a page that seemed to be left was not: the link was a download. */
const LEAVE_MS = 10_000;
/** The page is gone by then if it was left without a word. */
const SETTLE_MS = 1000;

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/**
 * A page that is left fails its requests and imports, in Firefox and Safari before the next page is there: what is on the screen until
 * then must not turn into a failure. `over` waits until it is clear that this page stays.
 */
function watchLeaving(): { readonly over: () => Promise<void>; readonly stop: () => void } {
  let isLeft = false;
  const leave = () => {
    isLeft = true;
  };
  addEventListener('beforeunload', leave);
  return {
    over: async () => {
      await pause(SETTLE_MS);
      if (isLeft) await pause(LEAVE_MS);
    },
    // A page that listens for longer is not kept for the way back to it.
    stop: () => removeEventListener('beforeunload', leave),
  };
}
