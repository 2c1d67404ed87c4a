import { createHmac, timingSafeEqual } from 'node:crypto';

/** A link that confirms an address must not be known to one who only typed that address, so the two differ. */
export type Purpose = 'confirm' | 'stop';

/** Token of a follower's link. It names the follower's row, and neither an address nor an event. */
export function createToken(secret: string, purpose: Purpose, followerId: string): string {
  return `${followerId}.${sign(secret, purpose, followerId)}`;
}

/** The follower's id; null when the token is not ours, or is for something else. */
export function readToken(secret: string, purpose: Purpose, token: string): string | null {
  const [, id = '', signature = ''] = /^([0-9a-f-]{36})\.([\w-]{43})$/.exec(token) ?? [];
  const expected = sign(secret, purpose, id);
  if (signature.length !== expected.length) return null;
  return timingSafeEqual(Buffer.from(signature), Buffer.from(expected)) ? id : null;
}

function sign(secret: string, purpose: Purpose, followerId: string): string {
  return createHmac('sha256', secret).update(`follower ${purpose} ${followerId}`).digest('base64url');
}
