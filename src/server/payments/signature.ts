import { createHmac, timingSafeEqual } from 'node:crypto';

/** The signature header holds, as card providers do, the time of signing and an HMAC over that time and the body. */
export const SIGNATURE_HEADER = 'pushoff-signature';
/** Messages older than this may be replayed recordings. */
const TOLERANCE_SECONDS = 300;

/** The sandbox's signing secret is derived from the server's: the sandbox has no account anywhere. */
export const signingSecretOf = (serverSecret: string): string =>
  createHmac('sha256', serverSecret).update('sandbox webhook').digest('hex');

export function sign(body: Buffer, secret: string, nowMs: number): string {
  const seconds = Math.floor(nowMs / 1000);
  return `t=${seconds},v1=${hmac(body, secret, String(seconds)).toString('hex')}`;
}

export function isSigned(body: Buffer, header: string | undefined, secret: string, nowMs: number): boolean {
  const parts = /^t=(\d{1,12}),v1=([0-9a-f]{64})$/.exec(header ?? '');
  if (parts === null) return false;
  const [, seconds, signature] = parts as unknown as [string, string, string];
  const isFresh = Math.abs(nowMs / 1000 - Number(seconds)) <= TOLERANCE_SECONDS;
  return isFresh && timingSafeEqual(Buffer.from(signature, 'hex'), hmac(body, secret, seconds));
}

function hmac(body: Buffer, secret: string, seconds: string): Buffer {
  return createHmac('sha256', secret).update(`${seconds}.`).update(body).digest();
}
