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
