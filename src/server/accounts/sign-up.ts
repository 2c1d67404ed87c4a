import { randomUUID } from 'node:crypto';
import { ok, refuse, type Result } from '../../domain/result.ts';
import type { SignUpAnswer, SignUpRequest } from '../../protocol/account.ts';
import { adminNotice } from '../mail/admin-notice.ts';
import { queueMail } from '../storage/mail.ts';
import { insertProfile } from '../storage/profiles.ts';
import { ensureShareGroup } from '../storage/share-groups.ts';
import { findUserByEmail, insertUser } from '../storage/users.ts';
import { wordsIn } from '../words/in-language.ts';
import type { AccountParts } from './account-parts.ts';
import { createMailboxLinks } from './mailbox.ts';
import { giveWelcomeCredits } from './welcome-gift.ts';

/** A new user is stored with all its rows, or not at all. */
export async function signUp(
  parts: AccountParts,
  { username, email, password }: SignUpRequest,
  language: string,
): Promise<Result<SignUpAnswer, 'email-taken'>> {
  const { storage, clock, publicUrl } = parts;
  if ((await findUserByEmail(storage.db, email)) !== undefined) return refuse('email-taken');

  // Hashing comes before the transaction: it takes about 0.1 s, and SQLite has one writer.
  const passwordHash = await parts.passwords.hash(password);
  const accepted = !parts.signupReview;
  const now = clock.now();
  const userId = randomUUID();
  const links = await createMailboxLinks(parts, { id: userId, email });

  const created = await storage.db.transaction().execute(async (trx) => {
    const user = { id: userId, name: username, email, passwordHash, accountId: randomUUID(), now };
    if (!(await insertUser(trx, user))) return undefined;
    await insertProfile(trx, { userId, username, accepted, origin: publicUrl, createdAt: now, language });
    await ensureShareGroup(trx, userId, now);
    const granted = await giveWelcomeCredits(trx, parts, { userId, email }, now);
    await queueMail(trx, adminNotice(parts.mail.admin, { email, username, accepted }), now);
    const home = `${publicUrl}/login`;
    await queueMail(trx, wordsIn(language).welcomeMail({ email, granted }, { home, ...links }), now);
    return { granted };
  });
  if (created === undefined) return refuse('email-taken');
  parts.onMailQueued();
  return ok({ created: true, accepted, ...created });
}
