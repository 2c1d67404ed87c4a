import { writeFileSync } from 'node:fs';
import { parentPort, workerData } from 'node:worker_threads';
import { type Redaction, redactSamples } from './redact-samples.ts';

interface Work {
  readonly bytes: Uint8Array;
  readonly redaction: Redaction;
  readonly file: string;
}

/**
 * Redaction runs on a thread of its own: the longest recordings take most of a second, in which the server would take
 * no tap.
 */
const { bytes, redaction, file } = workerData as Work;
const redacted = redactSamples(bytes, redaction);
writeFileSync(file, redacted, { mode: 0o600 });
parentPort!.postMessage(redacted.length);
