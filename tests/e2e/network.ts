import type { BrowserContext, Request } from '@playwright/test';

/** An answer that came over the network: not from the browser's cache, and not from what the service worker keeps. */
export interface Answer {
  readonly path: string;
  /** As it was sent: compressed, with its headers. */
  readonly kb: number;
  /** Whether the service worker asked for it, to keep it on the device. */
  readonly isByWorker: boolean;
}

/** Everything that is asked for from now on, by pages and by the service worker. Sockets are not in it. */
export function watchNetwork(context: BrowserContext): { read(): Promise<readonly Answer[]> } {
  const finished: Request[] = [];
  context.on('requestfinished', (request) => void finished.push(request));
  return {
    async read() {
      const answers = await Promise.all(finished.map(answerOf));
      return answers.flatMap((answer) => answer ?? []);
    },
  };
}

async function answerOf(request: Request): Promise<Answer | null> {
  const { protocol, pathname } = new URL(request.url());
  const response = await request.response();
  if (!/^https?:$/.test(protocol) || response === null || response.fromServiceWorker()) return null;
  const { responseHeadersSize, responseBodySize } = await request.sizes();
  // What the browser's cache answers has no bytes: their number is that of the headers less themselves.
  const bytes = responseHeadersSize + responseBodySize;
  return bytes === 0 ? null : { path: pathname, kb: bytes / 1024, isByWorker: request.serviceWorker() !== null };
}

/** One line for each, largest first. */
export const listAnswers = (answers: readonly Answer[]): string =>
  answers
    .toSorted((one, other) => other.kb - one.kb)
    .map(({ path, kb, isByWorker }) => `${kb.toFixed(1).padStart(7)} KB  ${path}${isByWorker ? '  (worker)' : ''}`)
    .join('\n');

export const kbOf = (answers: readonly Answer[]): number => answers.reduce((sum, { kb }) => sum + kb, 0);
