import { createHash, createHmac, timingSafeEqual } from 'node:crypto';

/** An address where it must be known again and not be read: nobody finds it without the server's secret. */
export function hashRecipient(secret: string, email: string): string {
  return createHmac('sha256', secret).update(`recipient ${email}`).digest('base64url');
}

/** For the link by which the reader of a mail says that they want no more. It says nothing of the address. */
export function createStopToken(secret: string, email: string): string {
  const recipient = hashRecipient(secret, email);
  return `${recipient}.${sign(secret, recipient)}`;
}

/** Whose mailbox it closes; null when it is none of ours. */
export function readStopToken(secret: string, token: string): string | null {
  const [, recipient = '', signature = ''] = /^([\w-]{43})\.([\w-]{43})$/.exec(token) ?? [];
  return timingSafeEqual(digest(signature), digest(sign(secret, recipient))) ? recipient : null;
}

function sign(secret: string, recipient: string): string {
  return createHmac('sha256', secret).update(`stop ${recipient}`).digest('base64url');
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
