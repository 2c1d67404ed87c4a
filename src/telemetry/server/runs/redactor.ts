import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { Worker } from 'node:worker_threads';
import { type Redaction, redactSamples } from './redact-samples.ts';

/** Writes the redacted samples to a file, and answers its length. Takes the bytes away from the caller. */
export type Redactor = (
  bytes: Uint8Array<ArrayBuffer>,
  redaction: Redaction,
  file: string,
  signal: AbortSignal,
) => Promise<number>;

/** Without the thread's file, in development and in tests, samples are redacted in this process. */
export function createRedactor(workerFile: string | undefined): Redactor {
  const thread = workerFile !== undefined && existsSync(workerFile) ? workerFile : undefined;
  return async (bytes, redaction, file, signal) => {
    if (thread === undefined) {
      const redacted = redactSamples(bytes, redaction);
      await writeFile(file, redacted, { mode: 0o600 });
      return redacted.length;
    }
    const worker = new Worker(thread, { workerData: { bytes, redaction, file }, transferList: [bytes.buffer] });
    try {
      const [size] = (await once(worker, 'message', { signal })) as [number];
      return size;
    } finally {
      // The thread is ended, also in the middle of its work, when no request waits any more.
      await worker.terminate();
    }
  };
}
