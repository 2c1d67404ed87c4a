import { READER_POLICY } from '../../../../protocol/page-data.ts';
import type { ReadOutcome, ReadReport, ReadRequest } from './read-outcome.ts';

/** Longest silence of a worker: after it the worker has died without a report. */
const SILENCE_MS = 120_000;

interface ReadOptions {
  readonly mapping?: object | null;
  /** A file of an archive. */
  readonly entry?: string | null;
  readonly onProgress?: (part: number) => void;
  readonly signal?: AbortSignal;
}

export interface FileReaderQueue {
  /** Null when the reading was cancelled. */
  read(files: readonly File[], options?: ReadOptions): Promise<ReadOutcome | null>;
  close(): void;
}

interface TrustedTypes {
  createPolicy(name: string, rules: { createScriptURL(): string }): { createScriptURL(from: string): string };
}
let address: Promise<string> | null = null;

/** The content policy refuses a plain text as the address of a script. This address is always the same. */
async function findAddress(): Promise<string> {
  const { default: path } = await import('./read-worker.ts?worker&url');
  const { trustedTypes } = window as { trustedTypes?: TrustedTypes };
  return trustedTypes?.createPolicy(READER_POLICY, { createScriptURL: () => path }).createScriptURL('') ?? path;
}

async function startWorker(): Promise<Worker> {
  address ??= findAddress();
  // A chunk that did not arrive is requested again the next time.
  address.catch(() => (address = null));
  return new Worker(await address, { type: 'module' });
}

/** Reads one after the other in a worker; a worker that is cancelled or has died is replaced by a new one. */
export function createFileReader(start: () => Promise<Worker> = startWorker): FileReaderQueue {
  let worker: Worker | null = null;
  let requests = 0;
  let last: Promise<unknown> = Promise.resolve();

  function drop(): void {
    worker?.terminate();
    worker = null;
  }

  async function readNow(files: readonly File[], { mapping = null, entry = null, onProgress, signal }: ReadOptions) {
    const isOver = () => signal?.aborted === true;
    if (isOver()) return null;
    worker ??= await start().catch(() => null);
    if (isOver()) return null;
    const current = worker;
    if (current === null) return { kind: 'crashed' } as const;
    const id = (requests += 1);
    return new Promise<ReadOutcome | null>((resolve) => {
      let silence: ReturnType<typeof setTimeout>;
      const settle = (outcome: ReadOutcome | null, isSpent: boolean) => {
        clearTimeout(silence);
        current.removeEventListener('message', onMessage);
        current.removeEventListener('error', onError);
        signal?.removeEventListener('abort', onAbort);
        if (isSpent) drop();
        resolve(outcome);
      };
      const onError = () => settle({ kind: 'crashed' }, true);
      const onAbort = () => settle(null, true);
      const listen = () => {
        clearTimeout(silence);
        silence = setTimeout(onError, SILENCE_MS);
      };
      const onMessage = ({ data }: MessageEvent<ReadReport>) => {
        if (data.id !== id) return;
        if (data.kind === 'outcome') return settle(data.outcome, false);
        listen();
        onProgress?.(data.part);
      };
      current.addEventListener('message', onMessage);
      current.addEventListener('error', onError);
      signal?.addEventListener('abort', onAbort);
      listen();
      current.postMessage({ id, files, mapping, entry } satisfies ReadRequest);
    });
  }

  return {
    read(files, options = {}) {
      const reading = last.then(() => readNow(files, options));
      last = reading.catch(() => undefined);
      return reading;
    },
    close: drop,
  };
}
