import { DERIVER_POLICY } from '../../../../../protocol/page-data.ts';
import { type Derived, deriveAll, type DeriveAnswer, type DeriveRequest } from './derived.ts';

export interface Deriver {
  derive(request: Omit<DeriveRequest, 'id'>): Promise<Derived>;
  close(): void;
}

interface TrustedTypes {
  createPolicy(name: string, rules: { createScriptURL(): string }): { createScriptURL(from: string): string };
}
let address: Promise<string> | null = null;

/** The content policy refuses a plain text as the address of a script. This address is always the same. */
async function findAddress(): Promise<string> {
  const { default: path } = await import('./derive-worker.ts?worker&url');
  const { trustedTypes } = window as { trustedTypes?: TrustedTypes };
  return trustedTypes?.createPolicy(DERIVER_POLICY, { createScriptURL: () => path }).createScriptURL('') ?? path;
}

async function startWorker(): Promise<Worker> {
  address ??= findAddress();
  // A chunk that did not arrive is requested again the next time.
  address.catch(() => (address = null));
  return new Worker(await address, { type: 'module' });
}

/** Derives in a worker. Where there is none, or it dies, the page does it itself: late is better than never. */
export function createDeriver(start: () => Promise<Worker> = startWorker): Deriver {
  const waiting = new Map<number, { readonly request: DeriveRequest; readonly resolve: (derived: Derived) => void }>();
  let worker: Promise<Worker | null> | null = null;
  let requests = 0;

  function deriveHere(): null {
    worker = Promise.resolve(null);
    for (const { request, resolve } of waiting.values()) resolve(deriveAll(request));
    waiting.clear();
    return null;
  }

  async function open(): Promise<Worker | null> {
    const opened = await start().catch(() => null);
    opened?.addEventListener('message', ({ data: { id, derived } }: MessageEvent<DeriveAnswer>) => {
      waiting.get(id)?.resolve(derived);
      waiting.delete(id);
    });
    opened?.addEventListener('error', deriveHere);
    return opened ?? deriveHere();
  }

  return {
    async derive(asked) {
      const request = { ...asked, id: (requests += 1) };
      const answer = new Promise<Derived>((resolve) => waiting.set(request.id, { request, resolve }));
      worker ??= open();
      const opened = await worker;
      if (opened === null) deriveHere();
      else opened.postMessage(request);
      return answer;
    },
    close() {
      void worker?.then((opened) => opened?.terminate());
      worker = null;
      waiting.clear();
    },
  };
}
