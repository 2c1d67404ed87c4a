import { createHash } from 'node:crypto';
import type { AppContext } from './context.ts';

export interface Received {
  readonly bytes: Buffer;
  readonly digest: string;
}

/**
 * Samples are put in place and hashed as they arrive: either would take tens of milliseconds for the whole. Undefined
 * when there is more than announced.
 */
export async function receiveSamples(c: AppContext, announced: number): Promise<Received | undefined> {
  const whole = Buffer.allocUnsafeSlow(announced);
  const hash = createHash('sha256');
  let size = 0;
  // Node's stream is read and not destroyed, as in `readBytes`, so that a refusal still reaches the sender.
  const incoming = c.env.incoming.iterator({ destroyOnReturn: false }) as AsyncIterable<Uint8Array>;
  for await (const chunk of incoming) {
    if (size + chunk.byteLength > announced) return undefined;
    whole.set(chunk, size);
    hash.update(chunk);
    size += chunk.byteLength;
  }
  return { bytes: whole.subarray(0, size), digest: hash.digest('base64url') };
}
