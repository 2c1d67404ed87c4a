import { parentPort, workerData } from 'node:worker_threads';
import { type Redaction, redactSamples } from './redact-samples.ts';

/** A thread of its own: the longest recordings take most of a second, in which the server would take no tap. */
const { bytes, redaction } = workerData as { bytes: Uint8Array; redaction: Redaction };
const redacted = redactSamples(bytes, redaction);
parentPort!.postMessage(redacted, [redacted.buffer]);
