import { NONCE_MARK } from '../../protocol/page-data.ts';

/**
 * Patience with the network in ms: longer than a slow answer on one bar of signal mostly takes, shorter than a timekeeper at a
 * start line will wait.
 */
export const PATIENCE_MS = 2500;

const POLICY = 'Content-Security-Policy';

export interface OpenPagePorts {
  readonly fetchPage: (signal: AbortSignal) => Promise<Response>;
  readonly readShell: () => Promise<Response | undefined>;
  readonly wait: (ms: number) => Promise<void>;
}

/** An answer that only says that the server is out. The app can still be used, and says itself what is missing. */
const isOutage = ({ status }: Response): boolean => status === 429 || status >= 500;

/** The network's page, which knows the viewer, and the shell only where that does not come. Nothing here is stored. */
export async function openPage({ fetchPage, readShell, wait }: OpenPagePorts): Promise<Response> {
  const asking = new AbortController();
  const network = fetchPage(asking.signal);
  try {
    const first = await Promise.race([network, wait(PATIENCE_MS)]);
    if (first && !isOutage(first)) return first;
  } catch {
    // No network: the shell is opened.
  }
  const shell = await readShell();
  if (shell === undefined) return network;
  // A request that a silent server holds open is one of the six that HTTP/1.1 allows: taps would wait for it.
  network.catch(() => undefined);
  asking.abort();
  return renewNonce(shell);
}

/** A nonce is good for one opening of the page, also where no server is there to make it. */
async function renewNonce(shell: Response): Promise<Response> {
  const nonce = btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(16))));
  const headers = new Headers(shell.headers);
  const policy = headers.get(POLICY);
  if (policy !== null) headers.set(POLICY, policy.replaceAll(NONCE_MARK, nonce));
  return new Response((await shell.text()).replaceAll(NONCE_MARK, nonce), { headers });
}
