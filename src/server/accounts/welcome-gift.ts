import { createHmac } from 'node:crypto';
import type { Transaction } from 'kysely';
import { WELCOME_CREDITS } from '../../domain/credits/prices.ts';
import { findAmount, giveCredits, readBalance } from '../storage/ledger.ts';
import type { Schema } from '../storage/schema.ts';
import { claimWelcomeGift, returnWelcomeGift } from '../storage/welcome-gifts.ts';
import type { AccountParts } from './account-parts.ts';
import { mailboxOf } from '../addresses/mailbox.ts';

interface Person {
  readonly userId: string;
  readonly email: string;
}

/** The cause outlives the account in the ledger, and must not name the person there. */
const causeOf = (secret: string, { userId }: Person): string =>
  `welcome:${createHmac('sha256', secret).update(`welcome cause ${userId}`).digest('base64url')}`;

/** The gift is given once for a mailbox. False, with nothing given, when the mailbox has had it. */
export async function giveWelcomeCredits(
  trx: Transaction<Schema>,
  { secret }: Pick<AccountParts, 'secret'>,
  person: Person,
  now: number,
): Promise<boolean> {
  if (!(await claimWelcomeGift(trx, markOf(secret, person.email)))) return false;
  const { userId } = person;
  return giveCredits(trx, { userId, kind: 'welcome', cause: causeOf(secret, person), amount: WELCOME_CREDITS, now });
}

/** Notes the gift at the end of an account, because accounts from before there were marks have none. */
export async function noteWelcomeGift(
  trx: Transaction<Schema>,
  { secret }: Pick<AccountParts, 'secret'>,
  { email }: Person,
): Promise<void> {
  await claimWelcomeGift(trx, markOf(secret, email));
}

/** Gives the mailbox its gift back before its holder, who has not had the gift, removes the account. */
export async function giveBackWelcomeGift(
  trx: Transaction<Schema>,
  { secret }: Pick<AccountParts, 'secret'>,
  person: Person,
): Promise<void> {
  if ((await findAmount(trx, causeOf(secret, person))) === undefined) return;
  const wasSpent = (await readBalance(trx, person.userId)) !== WELCOME_CREDITS;
  await returnWelcomeGift(trx, markOf(secret, person.email), wasSpent);
}

function markOf(secret: string, email: string): string {
  return createHmac('sha256', secret)
    .update(`welcome gift ${mailboxOf(email)}`)
    .digest('base64url');
}
