import { renameInviter } from '../storage/mail.ts';
import { findProfile, setUsername } from '../storage/profiles.ts';
import { allWords } from '../words/in-language.ts';
import type { AccountParts } from './account-parts.ts';
import { nameOf } from './sender.ts';

/**
 * The log of an event keeps the names that its taps were made under. Invitations that still wait get the new name:
 * deleting the account later looks for the present one, and would leave the old name in them.
 */
export async function changeUsername({ storage }: AccountParts, userId: string, username: string): Promise<void> {
  await storage.db.transaction().execute(async (trx) => {
    const before = await findProfile(trx, userId);
    await setUsername(trx, userId, username);
    for (const { invitesYou } of allWords()) {
      await renameInviter(trx, userId, invitesYou(nameOf(before?.username ?? '')), invitesYou(nameOf(username)));
    }
  });
}
