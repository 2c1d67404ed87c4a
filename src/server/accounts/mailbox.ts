import { signJWT, verifyJWT } from 'better-auth/crypto';
import { ok, refuse, type Result } from '../../domain/result.ts';
import { queueMail } from '../storage/mail.ts';
import { languageOfUser } from '../storage/profiles.ts';
import { findUserByEmail, lockUser, setEmailVerified, type UserRow } from '../storage/users.ts';
import { wordsIn } from '../words/in-language.ts';
import type { AccountParts } from './account-parts.ts';
import { removeAccount } from './delete-account.ts';
import { giveBackWelcomeGift } from './welcome-gift.ts';

/**
 * Proof that a mailbox belongs to an account. The token in a mail proves only who reads the mailbox, and an account can
 * be made with any address: an address is confirmed by a sender with both the token and the account, and an unconfirmed
 * account is removed by a sender with the token.
 */

const TOKEN_S = 7 * 24 * 3600;

export async function createMailboxLinks(
  { secret, publicUrl }: Pick<AccountParts, 'secret' | 'publicUrl'>,
  { id, email }: Pick<UserRow, 'id' | 'email'>,
): Promise<{ readonly verify: string; readonly notMe: string }> {
  const token = encodeURIComponent(await signJWT({ email, userId: id }, secret, TOKEN_S));
  return { verify: `${publicUrl}/verify-email?token=${token}`, notMe: `${publicUrl}/not-my-account?token=${token}` };
}

/** The account that a mail was about, as it is now. Undefined when the token is wrong or the account is gone. */
export async function findMailedAccount(
  { secret, storage }: AccountParts,
  token: string,
): Promise<UserRow | undefined> {
  const claims = await verifyJWT<{ email?: unknown; userId?: unknown }>(token, secret);
  if (typeof claims?.email !== 'string') return undefined;
  const user = await findUserByEmail(storage.db, claims.email);
  // Mails of the release before name no account; the address in them is the same proof.
  return claims.userId === undefined || claims.userId === user?.id ? user : undefined;
}

export async function sendVerification(parts: AccountParts, user: { id: string; email: string }): Promise<void> {
  const links = await createMailboxLinks(parts, user);
  const { verificationMail } = wordsIn(await languageOfUser(parts.storage.db, user.id));
  await queueMail(parts.storage.db, verificationMail(user, links), parts.clock.now());
  parts.onMailQueued();
}

/** Call only for a sender who has proved that the account is theirs. */
export async function confirmMailbox(parts: AccountParts, { id }: UserRow): Promise<void> {
  await setEmailVerified(parts.storage.db, id);
  parts.onAccountChanged(id);
}

/**
 * Removes an account made with a stranger's address. The mails about the mailbox stay: they belong to its holder, not
 * to the account.
 */
export async function disownAccount(
  parts: AccountParts,
  { id: userId, email }: UserRow,
): Promise<Result<true, 'link-expired' | 'address-confirmed'>> {
  return removeAccount(parts, userId, async (trx) => {
    const user = await lockUser(trx, userId);
    if (user === undefined) return refuse('link-expired');
    if (user.emailVerified) return refuse('address-confirmed');
    await giveBackWelcomeGift(trx, parts, { userId, email });
    return ok(true);
  });
}
