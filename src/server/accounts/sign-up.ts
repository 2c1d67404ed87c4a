import { randomUUID } from 'node:crypto';
import { WELCOME_CREDITS } from '../../domain/credits/prices.ts';
import { ok, refuse, type Result } from '../../domain/result.ts';
import type { SignUpRequest } from '../../protocol/account.ts';
import { adminNotice, welcomeMail } from '../mail/texts.ts';
import { giveCredits } from '../storage/ledger.ts';
import { queueMail } from '../storage/mail.ts';
import { insertProfile } from '../storage/profiles.ts';
import { ensureShareGroup } from '../storage/share-groups.ts';
import { findUserByEmail, insertUser } from '../storage/users.ts';
import { createVerificationToken, verificationLink } from './auth.ts';
import type { AccountParts } from './parts.ts';

/** Everything that a new user has, or nothing at all. */
export async function signUp(
  parts: AccountParts,
  { username, email, password }: SignUpRequest,
): Promise<Result<{ accepted: boolean }, 'email-taken'>> {
  const { storage, clock, publicUrl } = parts;
  if ((await findUserByEmail(storage.db, email)) !== undefined) return refuse('email-taken');

  // Before the transaction: hashing takes about 0.1 s, and SQLite has one writer.
  const passwordHash = await parts.passwords.hash(password);
  const verify = verificationLink(publicUrl, await createVerificationToken(parts.secret, email));
  const accepted = !parts.signupReview;
  const now = clock.now();
  const userId = randomUUID();

  const created = await storage.db.transaction().execute(async (trx) => {
    const user = { id: userId, name: username, email, passwordHash, accountId: randomUUID(), now };
    if (!(await insertUser(trx, user))) return false;
    await insertProfile(trx, { userId, username, accepted, origin: publicUrl, createdAt: now });
    await ensureShareGroup(trx, userId, now);
    await giveCredits(trx, { userId, kind: 'welcome', cause: `welcome:${randomUUID()}`, amount: WELCOME_CREDITS, now });
    await queueMail(trx, adminNotice(parts.mail.admin, { email, username, accepted }), now);
    await queueMail(trx, welcomeMail({ email, username }, { home: `${publicUrl}/login`, verify }), now);
    return true;
  });
  if (!created) return refuse('email-taken');
  parts.onMailQueued();
  return ok({ accepted });
}
