import { existsSync } from 'node:fs';
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { isNothing, type Redaction, redactSamples } from './redact-samples.ts';

export type Redactor = (bytes: Buffer, redaction: Redaction) => Promise<Uint8Array<ArrayBuffer>>;

/** Threads at once: each holds the recording several times over. */
const MOST_AT_ONCE = 2;

/** Without the file of its thread, in development and in tests, it is done here. */
export function createRedactor(workerFile: string | undefined): Redactor {
  let running = 0;
  const waiting: (() => void)[] = [];

  async function inThread(file: string, bytes: Buffer, redaction: Redaction): Promise<Uint8Array<ArrayBuffer>> {
    if (running >= MOST_AT_ONCE) await new Promise<void>((resolve) => waiting.push(resolve));
    else running += 1;
    const worker = new Worker(file, { workerData: { bytes, redaction } });
    try {
      const [redacted] = (await once(worker, 'message')) as [Uint8Array<ArrayBuffer>];
      return redacted;
    } finally {
      const next = waiting.shift();
      if (next === undefined) running -= 1;
      else next();
      await worker.terminate();
    }
  }
  const file = workerFile !== undefined && existsSync(workerFile) ? workerFile : undefined;
  return async (bytes, redaction) => {
    if (isNothing(redaction)) return new Uint8Array(bytes.buffer as ArrayBuffer, bytes.byteOffset, bytes.length);
    return file === undefined ? redactSamples(bytes, redaction) : inThread(file, bytes, redaction);
  };
}
