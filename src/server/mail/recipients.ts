import { createHash, createHmac, timingSafeEqual } from 'node:crypto';

/** Hash by which an address is recognised but not read: without the server's secret the address cannot be found. */
export function hashRecipient(secret: string, email: string): string {
  return createHmac('sha256', secret).update(`recipient ${email}`).digest('base64url');
}

/** Token for the link by which a recipient refuses further mail. The token does not show the address. */
export function createStopToken(secret: string, email: string): string {
  const recipient = hashRecipient(secret, email);
  return `${recipient}.${sign(secret, recipient)}`;
}

/** Recipient whose mailbox the token closes; null when the token is not ours. */
export function readStopToken(secret: string, token: string): string | null {
  const [, recipient = '', signature = ''] = /^([\w-]{43})\.([\w-]{43})$/.exec(token) ?? [];
  return timingSafeEqual(digest(signature), digest(sign(secret, recipient))) ? recipient : null;
}

function sign(secret: string, recipient: string): string {
  return createHmac('sha256', secret).update(`stop ${recipient}`).digest('base64url');
}

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
