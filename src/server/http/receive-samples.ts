import { createHash } from 'node:crypto';
import type { AppContext } from './context.ts';

export interface Received {
  readonly bytes: Buffer;
  readonly digest: string;
}

/**
 * Put in its place and hashed as it comes, because each of the two would take tens of milliseconds for the whole.
 * Undefined when there is more than announced.
 */
export async function receiveSamples(c: AppContext, announced: number): Promise<Received | undefined> {
  const whole = Buffer.allocUnsafeSlow(announced);
  const hash = createHash('sha256');
  let size = 0;
  // As in `readBytes`: past the web's Request, and not ended, so that a refusal still reaches whoever is sending.
  const incoming = c.env.incoming.iterator({ destroyOnReturn: false }) as AsyncIterable<Uint8Array>;
  for await (const chunk of incoming) {
    if (size + chunk.byteLength > announced) return undefined;
    whole.set(chunk, size);
    hash.update(chunk);
    size += chunk.byteLength;
  }
  return { bytes: whole.subarray(0, size), digest: hash.digest('base64url') };
}
