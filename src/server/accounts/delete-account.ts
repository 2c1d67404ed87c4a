import type { Transaction } from 'kysely';
import { ok, type Result } from '../../domain/result.ts';
import type { SignedInViewer } from '../../protocol/account.ts';
import { hashRecipient } from '../mail/recipients.ts';
import { insertErasure } from '../storage/erasures.ts';
import { deleteRecipient } from '../storage/followers.ts';
import { deleteMailTo, forgetInMail, queueMail } from '../storage/mail.ts';
import { findProfile, languageOfUser } from '../storage/profiles.ts';
import type { Schema } from '../storage/schema.ts';
import { removeScreensOf } from '../storage/screen-keys.ts';
import { closeUser, findUserById } from '../storage/users.ts';
import { allWords, wordsIn } from '../words/in-language.ts';
import type { AccountParts } from './account-parts.ts';
import { checkPassword } from './credentials.ts';
import { removeOwned } from './remove-owned.ts';
import { nameOf } from './sender.ts';
import { noteWelcomeGift } from './welcome-gift.ts';

export async function deleteAccount(
  parts: AccountParts,
  { userId, email, emailVerified }: SignedInViewer,
  password: string,
): Promise<Result<true, 'wrong-password'>> {
  const right = await checkPassword(parts, userId, password);
  if (!right.ok) return right;
  await removeAccount(parts, userId, async (trx) => {
    await noteWelcomeGift(trx, parts, { userId, email });
    // Mail to an address that was never confirmed may be about another person.
    if (emailVerified) await deleteMailTo(trx, email);
    const { accountDeletedMail } = wordsIn(await languageOfUser(trx, userId));
    await queueMail(trx, accountDeletedMail({ email }, parts.mail.support), parts.clock.now());
    return ok(true);
  });
  parts.onMailQueued();
  return ok(true);
}

/**
 * Closes the account in one short transaction, which also notes what is to be erased elsewhere; then removes what the
 * account owned, one thing at a time. If the server is killed in between, the erasure (`erasures.ts`) goes on. `first`:
 * further steps of the transaction, or a refusal that keeps the account.
 */
export async function removeAccount<Refusal>(
  parts: AccountParts,
  userId: string,
  first: (trx: Transaction<Schema>) => Promise<Result<true, Refusal>>,
): Promise<Result<true, Refusal>> {
  const { storage, log, onAccountChanged, onScreensChanged } = parts;
  const { db } = storage;
  const { removed, darkIn } = await db.transaction().execute(async (trx) => {
    const outcome = await first(trx);
    if (!outcome.ok) return { removed: outcome, darkIn: [] };
    await closeAccount(trx, userId, parts);
    return { removed: outcome, darkIn: await removeScreensOf(trx, userId) };
  });
  if (!removed.ok) return removed;
  onAccountChanged(userId);
  onScreensChanged(darkIn);
  try {
    await removeOwned(parts, userId);
  } catch (error) {
    log.error('What a deleted account owned could not be removed at once; the erasure goes on with it', { error });
  }
  return removed;
}

/**
 * Rights and shares given to an address go with the account only if the address was confirmed: otherwise a stranger who
 * signed up with it could take them away.
 */
async function closeAccount(
  trx: Transaction<Schema>,
  userId: string,
  { clock, secret, ownedBesides }: AccountParts,
): Promise<void> {
  const user = await findUserById(trx, userId);
  const profile = await findProfile(trx, userId);
  if (user === undefined || !(await closeUser(trx, userId))) return;
  await insertErasure(trx, { userId, email: user.emailVerified ? user.email : null }, clock.now());
  if (user.emailVerified) {
    await ownedBesides.forgetAddress(trx, user.email);
    await deleteRecipient(trx, hashRecipient(secret, user.email));
  }
  const inviter = nameOf(profile?.username ?? '');
  for (const { invitesYou, nameFormerHelper } of allWords()) {
    const [before, after] = [invitesYou(inviter), invitesYou(nameFormerHelper())];
    await forgetInMail(trx, { email: user.email, before, after });
  }
}
