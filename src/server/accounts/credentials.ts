import { ok, refuse, type Result } from '../../domain/result.ts';
import type { ErrorCode } from '../../protocol/errors.ts';
import { deleteResetLinks, findPassword, findResetLink, setPassword, takeResetLink } from '../storage/credentials.ts';
import { queueMail } from '../storage/mail.ts';
import { languageOfUser } from '../storage/profiles.ts';
import { deleteSessions, deleteTokens, findUserById, lockUser, setEmailVerified } from '../storage/users.ts';
import { wordsIn } from '../words/in-language.ts';
import type { AccountParts } from './account-parts.ts';
import { refusable, type WithCookies } from './sessions.ts';

/** The answer is the same whether the address has an account or not. */
export async function requestPasswordReset({ auth }: AccountParts, email: string): Promise<void> {
  await auth.api.requestPasswordReset({ body: { email } });
}

/**
 * Resetting a password proves that the sender reads the mailbox, and ends all other access to the account: its
 * sessions, other links and known devices end, and the address counts as confirmed. What the account owns stays, with
 * its links: the account's maker is nearly always the one who resets.
 */
export async function confirmPasswordReset(
  parts: AccountParts,
  { token, password }: { token: string; password: string },
): Promise<Result<{ userId: string }, 'link-expired'>> {
  const { storage, clock } = parts;
  const link = await findResetLink(storage.db, token);
  // The machine's own clock, because better-auth wrote the time by it.
  if (link === undefined || link.expiresAt <= Date.now()) return refuse('link-expired');
  // The password is hashed before the link is used up: a sender who finds no turn for the hash tries again with the
  // same link.
  const hash = await parts.passwords.hash(password);
  const { userId } = link;
  const changed = await storage.db.transaction().execute(async (trx) => {
    const user = await lockUser(trx, userId);
    if (user === undefined || !(await takeResetLink(trx, token))) return false;
    await setPassword(trx, userId, hash, clock.now());
    await setEmailVerified(trx, userId);
    await deleteSessions(trx, userId);
    await deleteResetLinks(trx, userId);
    const { passwordChangedMail } = wordsIn(await languageOfUser(trx, userId));
    await queueMail(trx, passwordChangedMail(user, parts.mail.support), clock.now());
    return true;
  });
  if (!changed) return refuse('link-expired');
  parts.onMailQueued();
  parts.onAccountChanged(userId);
  return ok({ userId });
}

export async function changePassword(
  parts: AccountParts,
  userId: string,
  passwords: { currentPassword: string; newPassword: string },
  headers: Headers,
): Promise<Result<WithCookies, ErrorCode>> {
  const changed = await refusable(() =>
    parts.auth.api.changePassword({ body: { ...passwords, revokeOtherSessions: true }, headers, returnHeaders: true }),
  );
  if (!changed.ok) return changed;
  await deleteTokens(parts.storage.db, userId);
  await deleteResetLinks(parts.storage.db, userId);
  await tellPasswordChanged(parts, userId);
  return ok({ cookies: changed.value.headers.getSetCookie() });
}

export async function checkPassword(
  { storage, passwords }: Pick<AccountParts, 'storage' | 'passwords'>,
  userId: string,
  password: string,
): Promise<Result<true, 'wrong-password'>> {
  const stored = await findPassword(storage.db, { userId });
  const isRight = stored !== undefined && (await passwords.verify({ hash: stored.hash, password }));
  return isRight ? ok(true) : refuse('wrong-password');
}

async function tellPasswordChanged(parts: AccountParts, userId: string): Promise<void> {
  const user = await findUserById(parts.storage.db, userId);
  if (user === undefined) return;
  const { passwordChangedMail } = wordsIn(await languageOfUser(parts.storage.db, userId));
  await queueMail(parts.storage.db, passwordChangedMail(user, parts.mail.support), parts.clock.now());
  parts.onMailQueued();
}
