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

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

const DOTLESS = new Set(['gmail.com', 'googlemail.com']);

/**
 * The mailbox behind an address, as far as it can be told: almost everywhere text after a plus sign is the holder's own
 * note, and the most used provider ignores dots and has two names. Each spelling would be a new gift for the asking, and one more
 * mail.
 */
export function mailboxOf(email: string): string {
  const at = email.lastIndexOf('@');
  const domain = email.slice(at + 1).toLowerCase();
  const name = email.slice(0, at).toLowerCase().split('+', 1)[0]!;
  return DOTLESS.has(domain) ? `${name.replaceAll('.', '')}@gmail.com` : `${name}@${domain}`;
}
